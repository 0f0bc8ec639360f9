import { useState } from 'react'
import {
  type FailedEmail,
  emailHolds,
  type ResendOutcome,
  sendEmailsAgain,
  readFailedEmails,
} from '#contract/messaging/failed-emails.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { failuresText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** Sends failed emails again, each once even if clicked repeatedly, and reports the result. */
export function useSendAgain() {
  const t = useText(failuresText)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  async function send(emails: readonly FailedEmail[]): Promise<void> {
    if (emails.length === 0 || busy.size > 0) return
    setBusy(new Set(emails.map(({ id }) => id)))
    try {
      const asked = emails.map(({ id, given_up_at }) => ({ id, given_up_at }))
      const sent = await call(sendEmailsAgain, { body: { emails: asked } })
      const [tone, words] = sayOutcomes(
        t,
        sent.emails.map(({ outcome }) => outcome),
      )
      toast(tone, words)
      await reread(readFailedEmails)
    } catch (error) {
      toast('error', messageOf(error, t('sendFailed')))
    } finally {
      setBusy(new Set())
    }
  }
  return { send, busy }
}

function sayOutcomes(
  t: Say<typeof failuresText>,
  outcomes: readonly ResendOutcome[],
): ['success' | 'error', string] {
  const count = (of: ResendOutcome) => outcomes.filter((one) => one === of).length
  const [queued, before] = [count('queued'), count('not_given_up')]
  const held = emailHolds.filter((why) => count(why) > 0)
  const words = [
    queued > 0 && t('queued', { count: queued }),
    before > 0 && t('notGivenUp', { count: before }),
    held.length > 0 && t('notSent', { count: outcomes.length - queued - before }),
    ...held.map((why) => t(why)),
  ].filter((part) => part !== false)
  return [held.length === 0 ? 'success' : 'error', words.join(' ')]
}
