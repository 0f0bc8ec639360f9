import { useState } from 'react'
import type { BodyOf } from '#contract/base/endpoint.ts'
import {
  type Sandbox,
  type SandboxCall,
  sandboxCalls,
  sandboxFaults,
  type setSandbox,
} from '#contract/providers/sandbox.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

type Fault = NonNullable<BodyOf<typeof setSandbox>['fault']>

const callWords = {
  add: 'call_add',
  status: 'call_status',
  cancel: 'call_cancel',
  refill: 'call_refill',
  refill_status: 'call_refill_status',
  services: 'call_services',
  balance: 'call_balance',
  '*': 'call_every',
} as const satisfies Record<SandboxCall, PlainKey<typeof adminProvidersText>>

const timesChoices = [1, 10, 1000] as const

/** Each fault is a button; the affected calls and their number are selected above. */
export function SandboxFaults({ onFault }: { onFault: (fault: Fault) => void }) {
  const t = useText(adminProvidersText)
  const [called, setCalled] = useState<SandboxCall>('add')
  const [times, setTimes] = useState<number>(1)
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <p className="text-14 font-semibold">{t('sandboxFaults')}</p>
      <div className="grid gap-4 wide:grid-cols-2">
        <SelectField
          label={t('sandboxCalls')}
          name="sandbox-call"
          value={called}
          options={sandboxCalls.map((one) => ({ value: one, label: t(callWords[one]) }))}
          onChange={({ target }) => setCalled(sandboxCalls.find((one) => one === target.value) ?? 'add')}
        />
        <SelectField
          label={t('sandboxTimes')}
          name="sandbox-times"
          value={String(times)}
          options={timesChoices.map((one) => ({ value: String(one), label: t(`times_${one}`) }))}
          onChange={({ target }) => setTimes(Number(target.value))}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {sandboxFaults.map((kind) => (
          <Button
            key={kind}
            tone="secondary"
            size="small"
            onClick={() => onFault({ kind, call: called, times })}
          >
            {t(`fault_${kind}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Faults that are set and have not occurred yet. Those set through the sandbox's own calls keep their name there. */
export function SandboxFaultsNow({ faults, isNormal }: { faults: Sandbox['faults']; isNormal: boolean }) {
  const t = useText(adminProvidersText)
  if (isNormal) return <p className="text-14 text-ink-2">{t('sandboxIsNormal')}</p>
  if (faults.length === 0) return null
  return (
    <div className="grid gap-1 rounded-control bg-foil-soft p-4 text-14 text-foil-ink">
      <p className="font-semibold">{t('sandboxNow')}</p>
      <ul className="list-disc ps-5">
        {faults.map(({ kind, call, times }, at) => (
          <li
            key={`${at} ${kind}`}
          >{`${sayKind(kind)}: ${sayCall(call)}, ${t('callsCount', { count: times })}`}</li>
        ))}
      </ul>
    </div>
  )

  function sayKind(kind: string): string {
    const known = sandboxFaults.find((one) => one === kind)
    return known === undefined ? kind : t(`fault_${known}`)
  }
  function sayCall(call: string): string {
    const known = sandboxCalls.find((one) => one === call)
    return known === undefined ? call : t(callWords[known])
  }
}
