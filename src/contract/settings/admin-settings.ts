import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { line } from '#contract/base/fields.ts'
import { changeNeeds, ownersOnly } from './settings-guards.ts'
import { gatewaySecrets, gatewaysSection, hasGatewaySecrets } from './settings-of-gateways.ts'
import { sectionNames, settingsSections } from './settings-sections.ts'

/** Null deletes it. */
const secret = z.optional(z.nullable(line({ min: 1, max: 500, message: 'text_required' })))

const answer = {
  status: 200,
  schema: z.object({
    success: z.literal(true),
    settings: z.object(settingsSections),
    /** The number of changes of each section. */
    versions: z.record(z.enum(sectionNames), z.int()),
    /** Secrets are never sent back. */
    has_mail_password: z.boolean(),
    ...hasGatewaySecrets,
    has_storage_secret_key: z.boolean(),
    has_backup_secret_key: z.boolean(),
    has_backup_passphrase: z.boolean(),
    has_translator_key: z.boolean(),
    /** False in sandbox mode, where accounts of real gateways are refused. */
    can_set_merchant: z.boolean(),
  }),
} as const

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  needs: 'settings',
  summary: 'All settings; those that were never changed have their defaults',
  answer,
  errors: [],
})

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  needs: 'settings',
  summary: 'Changes the given sections, each as a whole; every process follows within a second',
  proof: [...Object.keys(changeNeeds), ...ownersOnly, 'storage', 'storage_secret_key'],
  takesBack: { answer: answer.schema, within: 'settings' },
  body: z.extend(z.partial(z.strictObject(settingsSections)), {
    /** A gateway that is absent stays unchanged. */
    gateways: z.optional(z.partial(gatewaysSection)),
    mail_password: secret,
    /** Required again for another account. */
    ...gatewaySecrets(secret),
    /** Required again for another bucket. */
    storage_secret_key: secret,
    /** The same for the backup bucket. */
    backup_secret_key: secret,
    /** Encrypts backups. Store it elsewhere as well: if the database is lost, so are its settings. */
    backup_passphrase: secret,
    /** The versions the change is based on. If one differs, the whole change is refused. */
    versions: z.optional(z.partialRecord(z.enum(sectionNames), z.int())),
    /** Required again for another address. */
    translator_key: secret,
  }),
  answer,
  errors: ['state_conflict', 'insufficient_permissions'],
})
