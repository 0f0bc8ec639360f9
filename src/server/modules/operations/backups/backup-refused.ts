import { ConfigError } from '#server/lib/environment/environment.ts'

/** The reason why a backup, restore or move is refused; the message tells the operator what to do. */
export type BackupRefusal =
  | 'not_a_backup'
  | 'torn'
  | 'altered'
  | 'sealed'
  | 'wrong_passphrase'
  | 'newer_version'
  | 'other_baseline'
  | 'other_schema'
  | 'not_empty'
  | 'server_too_old'
  | 'not_utf8'
  | 'cluster'
  | 'wrong_secret_key'
  | 'not_equal'
  | 'in_use'
  | 'exists'
  | 'no_storage'
  | 'no_files'

export class BackupRefused extends ConfigError {
  override name = 'BackupRefused'
  readonly refusal: BackupRefusal

  constructor(refusal: BackupRefusal, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.refusal = refusal
  }
}

export const isTorn = () =>
  new BackupRefused(
    'torn',
    'The backup is incomplete: its end is missing. Copy the file again, or use an older backup. Nothing was restored.',
  )

export const isAltered = (options?: ErrorOptions) =>
  new BackupRefused(
    'altered',
    'The backup is damaged: its content does not match its checksums. Copy the file again, or use an older backup. Nothing was restored.',
    options,
  )
