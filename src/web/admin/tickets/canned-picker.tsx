import { useState } from 'react'
import { type CannedReply, fillReply } from '#contract/support/canned-replies.ts'
import { type Language, languageNames } from '#contract/base/languages.ts'
import type { AdminTicketThread, Colleague } from '#contract/support/admin-tickets.ts'
import { adminTicketsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

type CannedPickerProps = {
  ticket: AdminTicketThread
  replies: readonly CannedReply[]
  me: Colleague
  onInsert: (text: string) => void
}

/** Replies in the customer's language come first. Unknown placeholders stay in braces and are listed. */
export function CannedPicker({ ticket, replies, me, onInsert }: CannedPickerProps) {
  const t = useText(adminTicketsText)
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState<string>()
  if (replies.length === 0) return null
  const { id, orderId, user_name: customer, user_language: language } = ticket

  function insert(): void {
    const reply = replies.find((one) => String(one.id) === chosen)
    if (reply === undefined) return
    const order = orderId === null ? undefined : String(orderId)
    const filled = fillReply(reply.content, { customer, order, ticket: String(id), me: me.name })
    setMissing(filled.missing.length === 0 ? undefined : filled.missing.map((name) => `{${name}}`).join(', '))
    onInsert(filled.text)
  }

  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <SelectField
          label={t('cannedChoose')}
          name="canned"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          options={[
            { value: '', label: t('cannedNone') },
            ...inOrder(replies, language).map((reply) => ({
              value: String(reply.id),
              label:
                reply.language === language
                  ? reply.title
                  : `${reply.title} · ${languageNames[reply.language]}`,
            })),
          ]}
        />
        <Button tone="secondary" isDisabled={chosen === ''} onClick={insert}>
          {t('cannedInsert')}
        </Button>
      </div>
      {missing !== undefined && (
        <output className="text-14 text-foil-ink">{t('cannedMissing', { names: missing })}</output>
      )}
    </div>
  )
}

function inOrder(replies: readonly CannedReply[], first: Language): CannedReply[] {
  return [
    ...replies.filter(({ language }) => language === first),
    ...replies.filter(({ language }) => language !== first),
  ]
}
