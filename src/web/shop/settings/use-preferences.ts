import { useRef, useState } from 'react'
import {
  type NotificationPreferences,
  setNotificationPreferences,
} from '#contract/messaging/notifications.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { settingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

export type Preference = keyof NotificationPreferences

/**
 * Each change is shown immediately and saved sequentially, so that the second of two clicks wins; if saving fails, the
 * previous value is shown.
 */
export function usePreferences(loaded: NotificationPreferences) {
  const t = useText(settingsText)
  const [preferences, setPreferences] = useState(loaded)
  const saved = useRef(loaded)
  const saving = useRef(Promise.resolve())

  async function save(name: Preference, isWanted: boolean): Promise<void> {
    try {
      saved.current = await call(setNotificationPreferences, { body: { [name]: isWanted } })
      announce(t('preferenceSaved'))
    } catch (error) {
      setPreferences((shown) => ({ ...shown, [name]: saved.current[name] }))
      toast('error', messageOf(error, t('preferenceFailed')))
    }
  }

  function change(name: Preference, isWanted: boolean): void {
    setPreferences((shown) => ({ ...shown, [name]: isWanted }))
    saving.current = saving.current.then(() => save(name, isWanted))
  }

  return { preferences, change }
}
