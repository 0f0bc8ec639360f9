import * as z from 'zod/mini'

import { atMost, line } from '#contract/base/fields.ts'
import { says } from '#contract/base/says.ts'

import { bucketSection } from './settings-of-buckets.ts'

export const backupsKeptMax = 365

/** A folder on the product's machine: an absolute path without `..`. */
const folder = line({ min: 1, max: 300, message: 'text_required' }).check(
  z.refine((path) => isWhole(path), { error: says('folder_invalid') }),
)

function isWhole(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[/\\])/.test(path) && !path.split(/[/\\]/).includes('..')
}

/** Scheduled backups; null: none. The passphrase and the bucket's key are secrets. */
export const backupsSection = z.nullable(
  z.strictObject({
    /** Time of day in `time_zone`. */
    at: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, says('not_valid'))),
    time_zone: z.string().check(
      atMost(64),
      z.refine((zone) => isTimeZone(zone), { error: says('not_valid'), abort: true }),
    ),
    /** Older ones are removed. */
    keep: z.int().check(z.minimum(1), z.maximum(backupsKeptMax)),
    /** Null: DATA_DIR/backups. Unused with a bucket. */
    folder: z.nullable(folder),
    bucket: z.nullable(bucketSection),
    /** Whether a backup is restored each week as a check. */
    checks_weekly: z.boolean(),
  }),
)
export type BackupsSetting = NonNullable<z.output<typeof backupsSection>>

function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z0-9_+/-]+$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
