import type { settingsPartsText } from './texts.en.ts'
import type { PlainKey } from '#web/platform/i18n/text.ts'

/** A page each, in their order; the name of one is its path and its text's. */
export const settingsParts = [
  'brand',
  'front',
  'contact',
  'texts',
  'legal',
  'visitors',
  'limits',
  'money',
  'methods',
  'mail',
  'storage',
  'backups',
  'translator',
  'api',
  'access',
  'lists',
  'retention',
] as const satisfies readonly PlainKey<typeof settingsPartsText>[]
