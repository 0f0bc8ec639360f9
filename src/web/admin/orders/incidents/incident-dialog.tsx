import { useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type Incident, matchOrders } from '#contract/orders/order-incidents.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { DecideDialog } from '#web/admin/orders/decide-dialog.tsx'
import { readListedOrders } from './read-listed-orders.ts'

type Results = AnswerOf<typeof matchOrders>['results']

type IncidentDialogProps = {
  incident: Incident
  onClose: () => void
  onDone: (message: string) => Promise<void>
}

/**
 * The orders left by one outage, next to the provider's own list: one-to-one matches exist there, staff decide about
 * the rest.
 */
export function IncidentDialog({ incident, ...rest }: IncidentDialogProps) {
  const t = useText(adminOrdersText)
  const language = useLanguage()
  const { provider, order_ids: ids } = incident
  const [text, setText] = useState('')
  const [matched, setMatched] = useState<{ results: Results; unread: number }>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const found = new Map(
    (matched?.results ?? []).flatMap(({ id, order }) =>
      id !== null && ids.includes(id) ? [[id, order] as const] : [],
    ),
  )

  async function match(): Promise<void> {
    if (isBusy) return
    setFailure(undefined)
    setIsBusy(true)
    try {
      const { rows, unread } = readListedOrders(language, text)
      const { results } = await call(matchOrders, { body: { provider_id: provider.id, rows } })
      setMatched({ results, unread })
    } catch (error) {
      setFailure(messageOf(error, t('actFailed')))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <DecideDialog
      title={t('incidentTitle', { provider: provider.name, count: ids.length })}
      ids={ids}
      found={found}
      refusal={
        incident.sentence === null
          ? undefined
          : { providerId: provider.id, provider: provider.name, sentence: incident.sentence }
      }
      {...rest}
    >
      <div className="grid gap-3">
        <TextAreaField
          label={t('paste')}
          name="list"
          rows={4}
          spellCheck={false}
          hint={t('pasteHint')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setMatched(undefined)
          }}
        />
        {failure !== undefined && <Alert>{failure}</Alert>}
        {matched === undefined ? (
          <Button
            tone="secondary"
            size="small"
            className="justify-self-start"
            isBusy={isBusy}
            isDisabled={text.trim() === ''}
            onClick={() => void match()}
          >
            {t('match')}
          </Button>
        ) : (
          <Matches found={found.size} {...matched} />
        )}
      </div>
    </DecideDialog>
  )
}

function Matches({ found, results, unread }: { found: number; results: Results; unread: number }) {
  const t = useText(adminOrdersText)
  const count = (wanted: Results[number]['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length
  const lines = [
    t('matched', { count: found }),
    count('held') > 0 && t('heldLines', { count: count('held') }),
    count('ambiguous') > 0 && t('ambiguousLines', { count: count('ambiguous') }),
    count('none') > 0 && t('noneLines', { count: count('none') }),
    unread > 0 && t('unreadLines', { count: unread }),
  ]
  return (
    <ul aria-live="polite" className="grid gap-1 text-14 text-ink-2">
      {lines.map((line) => line !== false && <li key={line}>{line}</li>)}
    </ul>
  )
}
