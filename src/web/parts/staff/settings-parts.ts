import type { settingsPartsText } from './texts.en.ts'
import type { PlainKey } from '#web/platform/i18n/text.ts'

/** One page each, in order; a page's key is its path and its text's key. */
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
