import type { CompanyPaths } from '../config/data-paths.ts';
import { companyKey } from '../privacy/company-key.ts';
import { filesOfMasked } from '../warehouse/masked-snapshot.ts';

/** The secret key of a company's keyed hashes, made when it is first needed. Throws PRIVACY_KEY_DAMAGED. */
export const keyOfCompany = ({ privacyKey, masked }: Pick<CompanyPaths, 'privacyKey' | 'masked'>): Promise<Buffer> =>
  companyKey(privacyKey, filesOfMasked(masked));
