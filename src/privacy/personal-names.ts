const personal =
  /name|nama|client|customer|kunde|buyer|pembeli|email|e-mail|emel|phone|telefon|address|alamat|account|iban|konto|payer|payee|recipient|auftraggeber|empf|sender|beneficiary/i;

/** Numbers, fees and states that a service gives: records join by them, and they say who somebody is to that service alone. */
const ofService = /(?:^|_)(?:id|ids|fee|fees|amount|count|status|type|currency|at)$|^file_?name$/;

/** Whether the values of a column, or of a key in JSON, are about people: names, addresses and numbers by which they are known. */
export const isPersonal = (name: string) => personal.test(name) && !ofService.test(name);
