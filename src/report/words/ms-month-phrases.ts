/** The texts of the lists of a month in Malay, by their English text: fee totals. */
export const msMonthPhrases: Record<string, string> = {
  'Fee totals': 'Jumlah fi',
  "The fees of each month by method, to compare with the gateway's fee invoice. They add up to the fees in the roll-forward of the clearing account. Tax is rounded half up on each row.":
    'Fi setiap bulan mengikut kaedah, untuk dibandingkan dengan invois fi gerbang. Jumlahnya ialah fi dalam pergerakan akaun penjelasan. Cukai dibundarkan separuh ke atas pada setiap baris.',
  Month: 'Bulan',
  'Gross amount': 'Amaun kasar',
  'Average rate (%)': 'Kadar purata (%)',
  'Fee without tax': 'Fi tanpa cukai',
  Tax: 'Cukai',
  'Fee with tax': 'Fi dengan cukai',
  'Tax name': 'Nama cukai',
  'Tax rate (%)': 'Kadar cukai (%)',
  'Tax included': 'Termasuk cukai',
  'Rate from': 'Kadar mulai',
};
