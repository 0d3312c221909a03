const personal =
  /name|nama|client|customer|kunde|buyer|pembeli|email|e-mail|emel|phone|telefon|address|alamat|account|iban|konto|payer|payee|recipient|auftraggeber|empf|sender|beneficiary/i;

/** Columns with numbers, fees and states of a service: records are joined by them, and they identify a person only to that service. */
const ofService = /(?:^|_)(?:id|ids|fee|fees|amount|count|status|type|currency|at)$|^file_?name$/;

/** Whether the values of a column, or of a key in JSON, identify people: names, addresses and numbers. */
export const isPersonal = (name: string) => personal.test(name) && !ofService.test(name);
