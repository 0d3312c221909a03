-- The words that the specification names for the payment method, the product category and the flow of a line. Another word is
-- kept as it is and counted as unexpected.
-- grain: one word of a field
-- key: field, word
-- reads: nothing
create or replace view staging.statement_word as
select field, unnest(words) as word
from (values
  ('payment_method', [
    'crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay', 'mpgs_google_pay',
    'razer', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng', 'shopee_pay', 'unknown', 'visa'
  ]),
  ('product', ['bank_payment', 'custom_payment', 'invoice', 'purchase', 'refund', 'subscription']),
  ('flow', [
    'api', 'direct_post', 'fluentforms', 'formidableforms', 'givewp', 'gravityforms', 'hostbill', 'import', 'link', 'magento',
    'opencart', 'payform', 'paymattic', 'prestashop', 'server_to_server', 'shopify', 'web_office', 'whmcs', 'woocommerce',
    'wpcharitable'
  ])
) as known (field, words);
