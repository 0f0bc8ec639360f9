import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import type { AdminService } from '#contract/catalogue/admin-services.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { addSupply, arrangeSupplies, listSupplies, type Supply } from '#contract/catalogue/supplies.ts'
import { listAdminServices } from '#contract/catalogue/admin-services.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { IconButton } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { AddSupply } from './add-supply.tsx'

type Answer = AnswerOf<typeof listSupplies>

const tones = {
  ready: 'ok',
  off: 'neutral',
  provider_off: 'foil',
  too_expensive: 'bad',
} as const satisfies Record<Supply['state'], Tone>

/** The providers of one service, in the order in which they are tried. Changes are saved immediately. */
export function ServiceSupplies({ service: { id } }: { service: AdminService }) {
  const t = useText(adminServicesText)
  const [known, setKnown] = useState<Answer>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const params = { id }
  const latest = useRef<Answer>(undefined)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    const leaving = new AbortController()
    const show = (answer: Answer) => setKnown((latest.current = answer))
    call(listSupplies, { params: { id } }, { signal: leaving.signal }).then(show, (error: unknown) => {
      if (!leaving.signal.aborted) setFailure(messageOf(error, t('suppliesFailed')))
    })
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is a new function with every render
  }, [id])

  async function keep(change: () => Promise<Answer>): Promise<boolean> {
    setIsBusy(true)
    setFailure(undefined)
    try {
      latest.current = await change()
      setKnown(latest.current)
      toast('success', t('suppliesSaved'))
      void reread(listAdminServices)
      return true
    } catch (error) {
      setFailure(messageOf(error, t('suppliesNotSaved')))
      // A colleague's change is shown below the message about it.
      await call(listSupplies, { params }).then(
        (now) => setKnown((latest.current = now)),
        () => undefined,
      )
      return false
    } finally {
      setIsBusy(false)
    }
  }
  /** Sequentially, each based on the previous result: no click is lost, and none reverts another. */
  function run(change: () => Promise<Answer>): Promise<boolean> {
    const done = queue.current.then(() => keep(change))
    queue.current = done
    return done
  }
  const arrange = (to: (supplies: readonly Supply[]) => readonly Supply[], removed: number[] = []) =>
    run(() => {
      const shown = latest.current?.supplies ?? []
      const body = { supplies: arranged(to(shown)), removed, expected: arranged(shown) }
      return call(arrangeSupplies, { params, body })
    })

  return (
    <div className="grid gap-5" aria-busy={isBusy}>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {known === undefined && failure === undefined && <SkeletonRows rows={2} label={t('loading')} />}
      {known?.supplies.length === 0 && <p className="text-ink-2">{t('noSupplies')}</p>}
      {known !== undefined && known.supplies.length > 0 && (
        <ol className="grid">
          {known.supplies.map((supply, at) => (
            <SupplyLine
              key={supply.id}
              {...{ supply, at }}
              onMove={(by) => void arrange((supplies) => moved(supplies, supply.id, by))}
              onSwitch={(is_active) =>
                void arrange((supplies) =>
                  supplies.map((one) => (one.id === supply.id ? { ...one, is_active } : one)),
                )
              }
              onRemove={() =>
                void arrange((supplies) => supplies.filter((one) => one.id !== supply.id), [supply.id])
              }
            />
          ))}
        </ol>
      )}
      {known !== undefined && known.providers.length > 0 && (
        <AddSupply
          providers={known.providers}
          isBusy={isBusy}
          onAdd={(body) => run(() => call(addSupply, { params, body }))}
        />
      )}
    </div>
  )
}

function arranged(supplies: readonly Supply[]): { id: number; is_active: boolean }[] {
  return supplies.map(({ id, is_active }) => ({ id, is_active }))
}

function moved(supplies: readonly Supply[], id: number, by: 1 | -1): readonly Supply[] {
  const from = supplies.findIndex((one) => one.id === id)
  const one = supplies[from]
  return one === undefined ? supplies : supplies.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, one)
}

type LineProps = {
  supply: Supply
  at: number
  onMove: (by: 1 | -1) => void
  onSwitch: (isActive: boolean) => void
  onRemove: () => void
}

function SupplyLine({ supply, at, onMove, onSwitch, onRemove }: LineProps) {
  const t = useText(adminServicesText)
  const format = useFormat()
  const name = t('supplyOf', { provider: supply.provider.name, service: supply.service })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <span className="figures text-13 text-ink-3">{at + 1}</span>
      <span className="grid min-w-40 flex-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-13 text-ink-3">
          {t('cost', { amount: format.money(supply.cost) })}
          {supply.markup_percentage !== null && ` · ${format.number(Math.round(supply.markup_percentage))}%`}
        </span>
      </span>
      <Badge tone={tones[supply.state]}>{t(`supply_${supply.state}`)}</Badge>
      <span className="flex items-center">
        <Switch
          name={`supply-${supply.id}`}
          label={<span className="sr-only">{t('turnOn', { name })}</span>}
          checked={supply.is_active}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
        <IconButton label={t('moveUp', { name })} className="size-9" onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={t('moveDown', { name })} className="size-9" onClick={() => onMove(1)}>
          <ArrowDown aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={t('removeSupply', { name })} className="size-9" onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </span>
    </li>
  )
}
