# One periodic job for each company: nomad job run -var company=acme tieout.nomad.hcl
variable "company" {
  type = string
}

job "tieout" {
  id   = "tieout-${var.company}"
  name = "tieout-${var.company}"
  type = "batch"

  periodic {
    crons            = ["30 6 * * *"]
    time_zone        = "Asia/Kuala_Lumpur"
    prohibit_overlap = true
  }

  group "run" {
    # a host volume of the client that has the company's data; Nomad places the job there
    volume "data" {
      type   = "host"
      source = "tieout-${var.company}"
    }

    # a run that failed is repeated once, on the same client
    restart {
      attempts = 1
      interval = "1h"
      delay    = "1m"
      mode     = "fail"
    }

    reschedule {
      attempts  = 0
      unlimited = false
    }

    task "tieout" {
      driver = "docker"

      config {
        # an image of your own with Node, the installed command, and the configuration
        image   = "registry.example/tieout:0.2.0"
        command = "/bin/sh"
        args    = ["-c", "tieout --quiet --config /etc/tieout/tieout.yaml run --company ${var.company} || case $? in 3|4) ;; *) exit 1 ;; esac"]
      }

      volume_mount {
        volume      = "data"
        destination = "/var/lib/tieout"
      }

      # the variables of the company's secrets, from Nomad Variables
      template {
        destination = "${NOMAD_SECRETS_DIR}/env"
        env         = true
        data        = <<EOT
{{ with nomadVar "nomad/jobs/tieout-${var.company}" }}TIEOUT_GATEWAY_SECRET_KEY={{ .TIEOUT_GATEWAY_SECRET_KEY }}{{ end }}
EOT
      }

      resources {
        cpu    = 1000
        memory = 2048
      }
    }
  }
}
