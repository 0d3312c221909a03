/** payment-gateway.md › Endpoints: the values that the filters of turnover take. */
export const filterWords = {
  payment_method: [
    ...['crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay'],
    ...['mpgs_google_pay', 'razer', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
    ...['shopee_pay', 'unknown', 'visa'],
  ],
  product: ['bank_payment', 'custom_payment', 'invoice', 'purchase', 'refund', 'subscription'],
  flow: [
    ...['api', 'direct_post', 'fluentforms', 'formidableforms', 'givewp', 'gravityforms', 'hostbill', 'import'],
    ...['link', 'magento', 'opencart', 'payform', 'paymattic', 'prestashop', 'server_to_server', 'shopify'],
    ...['web_office', 'whmcs', 'woocommerce', 'wpcharitable'],
  ],
} as const satisfies Record<string, readonly string[]>;

export type FilterName = keyof typeof filterWords;
