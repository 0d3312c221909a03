const personal =
  /name|nama|client|customer|kunde|buyer|pembeli|email|e-mail|emel|phone|telefon|address|alamat|account|iban|konto|payer|payee|recipient|auftraggeber|empf|sender|beneficiary/i;

/** Whether the values of a column, or of a key in JSON, are about people: names, addresses and numbers by which they are known. */
export const isPersonal = (name: string) => personal.test(name);
