import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { type AdminGateway, getPaymentMethods } from '#contract/payments/payment-methods.ts'
import type { Method } from '#contract/settings/payment-methods.ts'
import { textIn } from '#contract/settings/settings-texts.ts'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { isUnwritten } from '#web/admin/settings/operator-text.ts'
import { TryButton } from '#web/admin/settings/try-button.tsx'
import { adminMethodsText } from '#web/admin/settings/texts.en.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useText } from '#web/platform/i18n/text.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Button, IconButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import type { Route } from './+types/methods-page.ts'
import { MethodBadge, MethodFacts } from './method-state.tsx'
import { tryGateway } from './try-gateway.tsx'
import {
  findMethod,
  methodsNow,
  newManualMethod,
  type TypedMethod,
  useMethodsForm,
} from './use-methods-form.ts'

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return call(getPaymentMethods, undefined, { signal })
}

/** All payment methods in the order that customers see. */
export default function AdminMethodsPage({
  loaderData: { methods: infos, gateways: known },
}: Route.ComponentProps) {
  const t = useText(adminMethodsText)
  const form = useMethodsForm()
  const navigate = useNavigate()
  const { methods } = form.values
  const now = methodsNow(form.known.settings, known)
  async function add(): Promise<void> {
    const added = newManualMethod(methods, form.language)
    form.set({ methods: [...methods, added] })
    await navigate(`/admin/settings/methods/${added.id}`)
  }
  const withAccount = gatewayIds.filter((id) => known.some((one) => one.id === id && one.account !== null))
  return (
    <div className="grid gap-5">
      <SectionFrame form={form} needs="money">
        <CardSection
          title={t('title')}
          aside={
            <Button tone="secondary" size="small" onClick={() => void add()}>
              <Plus aria-hidden className="size-4" />
              {t('addManual')}
            </Button>
          }
        >
          <p className="px-5 pt-4 text-14 text-ink-2 max-wide:px-4">{t('lead')}</p>
          <ol className="grid divide-y divide-line">
            {methods.map((typed, at) => {
              const method = findMethod(now, typed.id)
              if (method === undefined) return null
              const info = infos.find(({ value }) => value === method.value)
              const gateway = known.find(({ id }) => id === method.gateway)
              return (
                <MethodRow
                  key={typed.id}
                  {...{ typed, method, gateway }}
                  label={labelOf(method, typed, form.language)}
                  onTurn={(isOn) =>
                    form.set({ methods: methods.map((one) => (one === typed ? { ...one, isOn } : one)) })
                  }
                  onUp={at === 0 ? undefined : () => form.set({ methods: movedUp(methods, at) })}
                >
                  <MethodFacts
                    method={method}
                    lastPaymentAt={info?.last_payment_at ?? null}
                    gateway={gateway}
                  />
                </MethodRow>
              )
            })}
          </ol>
        </CardSection>
      </SectionFrame>
      {withAccount.length > 0 && (
        <CardSection title={t('tests')}>
          <Fields>
            <p className="text-14 text-ink-2">{t('testsHint')}</p>
          </Fields>
          {withAccount.map((id) => (
            <TryButton
              key={id}
              label={t('test', { gateway: gateways[id].name })}
              onTry={() => tryGateway(id)}
            />
          ))}
        </CardSection>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminMethodsText)
  return <LoadFailed error={error} message={t('loadFailed')} />
}

type RowProps = {
  typed: TypedMethod
  method: Method
  gateway: AdminGateway | undefined
  label: string
  onTurn: (isOn: boolean) => void
  onUp: (() => void) | undefined
  children: ReactNode
}

function MethodRow({ typed, method, gateway, label, onTurn, onUp, children }: RowProps) {
  const t = useText(adminMethodsText)
  const shown = { ...method, setting: { ...method.setting, is_on: typed.isOn, is_test: typed.isTest } }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-3 max-wide:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={`/admin/settings/methods/${typed.id}`}
          className="font-semibold text-petrol underline-offset-4 hover:underline"
        >
          {label}
        </Link>
        <MethodBadge method={shown} gateway={gateway} />
      </div>
      <div className="flex items-center gap-1">
        <IconButton label={t('moveUp', { name: label })} disabled={onUp === undefined} onClick={onUp}>
          <ArrowUp aria-hidden className="size-4" />
        </IconButton>
        <Switch
          name={`on.${typed.id}`}
          label={<span className="sr-only">{t('show', { name: label })}</span>}
          checked={typed.isOn}
          onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
        />
      </div>
      <div className="col-span-full">{children}</div>
    </li>
  )
}

export function labelOf(
  { card, id }: Method,
  { name }: Pick<TypedMethod, 'name'>,
  language: Parameters<typeof textIn>[1],
): string {
  return isUnwritten(name) ? (card?.label ?? id) : textIn(name, language)
}

function movedUp(methods: readonly TypedMethod[], at: number): TypedMethod[] {
  const moved = methods.slice(at, at + 1)
  return [...methods.slice(0, at - 1), ...moved, ...methods.slice(at - 1, at), ...methods.slice(at + 1)]
}
