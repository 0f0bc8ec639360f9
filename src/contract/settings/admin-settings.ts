import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { line } from '#contract/base/fields.ts'
import { changeNeeds } from './settings-guards.ts'
import { sectionNames, settingsSections } from './settings-sections.ts'

/** Null forgets it. */
const secret = z.optional(z.nullable(line({ min: 1, max: 500, message: 'text_required' })))

const answer = {
  status: 200,
  schema: z.object({
    success: z.literal(true),
    settings: z.object(settingsSections),
    /** How often each section was changed. */
    versions: z.record(z.enum(sectionNames), z.int()),
    /** Secrets are never sent back. */
    has_mail_password: z.boolean(),
    has_cryptomus_key: z.boolean(),
    has_storage_secret_key: z.boolean(),
    has_translator_key: z.boolean(),
    /** False in a sandbox's database, where every merchant of a real gateway is refused. */
    can_set_merchant: z.boolean(),
  }),
} as const

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  needs: 'settings',
  summary: 'Everything that an operator decides; what was never changed has its default',
  answer,
  errors: [],
})

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  needs: 'settings',
  summary: 'Changes the sections that are sent, each as a whole; every process follows within a second',
  proof: [...Object.keys(changeNeeds), 'storage', 'storage_secret_key'],
  takesBack: { answer: answer.schema, within: 'settings' },
  body: z.extend(z.partial(z.strictObject(settingsSections)), {
    mail_password: secret,
    /** With every other merchant: one's key is not another's. */
    cryptomus_key: secret,
    /** With every other bucket. */
    storage_secret_key: secret,
    /** Those that the change was made from: a section that has another by now is refused, and with it all. */
    versions: z.optional(z.partialRecord(z.enum(sectionNames), z.int())),
    /** Again with every other address. */
    translator_key: secret,
  }),
  answer,
  errors: ['state_conflict', 'insufficient_permissions'],
})
