import type { GuideCall } from '#contract/site/api-guide.ts'
import { apiDocsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { OpenMark } from '#web/ui/text/open-mark.tsx'

import { Said } from './section.tsx'

/** One call, which expands without a script and has its own anchor. Its texts are English. */
export function ApiCall({ call }: { call: GuideCall }) {
  const t = useText(apiDocsText)
  return (
    <details id={call.name} className="group border-b border-line">
      <summary className="grid min-h-14 list-none grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-2">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <code className="font-mono text-14 font-semibold wrap-anywhere">
            {call.method} {call.path}
          </code>
          <Badge tone={call.access === 'key' ? 'petrol' : 'neutral'}>{t(call.access)}</Badge>
        </span>
        <span className="leading-none">
          <OpenMark />
        </span>
        <span lang="en" className="col-span-2 text-14 text-ink-2">
          <Said>{call.summary}</Said>
        </span>
      </summary>
      <div className="grid gap-4 pb-5 text-14 *:min-w-0">
        {call.is_idempotent && <p className="text-ink-2">{t('once')}</p>}
        {call.fields.length > 0 && <Fields fields={call.fields} />}
        <div className="grid gap-1 *:min-w-0">
          <h4 className="text-13 text-ink-3">{t('answers', { status: String(call.status) })}</h4>
          <code className="font-mono text-13 wrap-anywhere">{call.answer}</code>
        </div>
        <div className="grid gap-1 *:min-w-0">
          <h4 className="text-13 text-ink-3">{t('refuses')}</h4>
          <p className="text-13 leading-6">
            {call.errors.map(({ status, code }) => (
              <code key={code} className="me-3 inline-block font-mono">
                {status} {code}
              </code>
            ))}
          </p>
        </div>
      </div>
    </details>
  )
}

function Fields({ fields }: { fields: GuideCall['fields'] }) {
  const t = useText(apiDocsText)
  return (
    <ul className="grid *:min-w-0 border-t border-line">
      {fields.map(({ name, in: place, type, is_required: isRequired }) => (
        <li
          key={`${place} ${name}`}
          className="grid gap-x-4 *:min-w-0 border-b border-line py-2 last:border-b-0 wide:grid-cols-[14rem_1fr]"
        >
          <span className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-semibold">{name}</code>
            <code className="font-mono text-13 text-ink-3">{place}</code>
            {isRequired && <span className="text-13 text-petrol">{t('required')}</span>}
          </span>
          <code className="font-mono text-13 wrap-anywhere text-ink-2">{type}</code>
        </li>
      ))}
    </ul>
  )
}
