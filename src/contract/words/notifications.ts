import type { Language } from '#contract/base/languages.ts'
import { notifications as en } from './en/notifications.ts'
import { notifications as ru } from './ru/notifications.ts'
import { notifications as vi } from './vi/notifications.ts'
import type { NotificationWords } from './words.ts'

export const notificationsIn: Readonly<Record<Language, NotificationWords>> = { en, vi, ru }
