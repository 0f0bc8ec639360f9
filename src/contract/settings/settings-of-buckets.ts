import * as z from 'zod/mini'

import { line } from '#contract/base/fields.ts'
import { says } from '#contract/base/says.ts'

import { text } from './settings-texts.ts'

/** Scheme, host and port only: the bucket's name is part of the path. */
const originPattern = /^https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/

/** A bucket with Amazon's S3 API. Its key is a secret. */
export const bucketSection = z.strictObject({
  endpoint: line({ min: 1, max: 300, message: 'address_invalid' }).check(
    z.regex(originPattern, says('address_invalid')),
  ),
  region: text(60),
  bucket: line({ min: 3, max: 63, message: 'text_required' }).check(
    z.regex(/^[a-z0-9][a-z0-9.-]*$/, says('not_valid')),
  ),
  access_key_id: text(200),
})
export type BucketSection = z.output<typeof bucketSection>
