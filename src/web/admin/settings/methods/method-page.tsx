import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useNavigate } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { type GatewayId, gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { getPaymentMethods } from '#contract/payments/payment-methods.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { adminMethodsText } from '#web/admin/settings/texts.en.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useText } from '#web/platform/i18n/text.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Route } from './+types/method-page.ts'
import { AccountForm } from './account-form.tsx'
import { MethodTerms, MethodTexts } from './method-fields.tsx'
import { MethodBadge, MethodFacts } from './method-state.tsx'
import { labelOf } from './methods-page.tsx'
import { findMethod, methodsNow, type TypedMethod, useMethodsForm } from './use-methods-form.ts'

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return call(getPaymentMethods, undefined, { signal })
}

/** One payment method: what customers see, its terms, and the account of every gateway that can process it. */
export default function AdminMethodPage({
  loaderData: { methods: infos, gateways: known },
  params: { id },
}: Route.ComponentProps) {
  const t = useText(adminMethodsText)
  const form = useMethodsForm()
  const navigate = useNavigate()
  const { methods } = form.values
  const at = methods.findIndex((one) => one.id === id)
  const typed = methods[at]
  const method = findMethod(methodsNow(form.known.settings, known), id)
  if (typed === undefined || method === undefined)
    return (
      <Card isFlush>
        <EmptyState message={t('noMethod')} />
      </Card>
    )
  const set = (part: Partial<TypedMethod>) =>
    form.set({ methods: methods.map((one) => (one === typed ? { ...one, ...part } : one)) })
  // Saved with the list, like the method's other fields.
  const remove = async () => {
    form.set({ methods: methods.filter((one) => one !== typed) })
    await navigate('/admin/settings/methods')
  }
  const fields = { form, at, typed, method, set }
  const info = infos.find(({ value }) => value === method.value)
  const shared = method.value === id ? undefined : gateways[gatewayOf(method.gateway) ?? gatewayIds[0]]
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Link
          to="/admin/settings/methods"
          className="inline-flex min-h-9 items-center gap-2 justify-self-start text-14 text-petrol underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('all')}
        </Link>
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-20 font-bold">{labelOf(method, typed, form.language)}</h2>
          <MethodBadge method={method} gateway={known.find((one) => one.id === method.gateway)} />
        </div>
        <MethodFacts
          method={method}
          lastPaymentAt={info?.last_payment_at ?? null}
          gateway={known.find((one) => one.id === method.gateway)}
        />
      </div>
      <SectionFrame form={form} needs="money">
        <MethodTexts {...fields} />
        {shared === undefined ? (
          <MethodTerms {...fields} />
        ) : (
          <Alert tone="info">{t('sharedTerms', { gateway: shared.name })}</Alert>
        )}
      </SectionFrame>
      {gatewayIds
        .filter((one) => gateways[one].cards.some((card) => card.id === id))
        .map((one) => (
          <AccountForm
            key={one}
            id={one}
            source={known.find((gateway) => gateway.id === one)?.account ?? null}
          />
        ))}
      {isManual(id) && (
        <Button tone="secondary" size="small" className="justify-self-start" onClick={() => void remove()}>
          {t('remove')}
        </Button>
      )}
      {method.gateway !== undefined && <Trails gateway={isManual(id) ? id : method.gateway} />}
    </div>
  )
}

function gatewayOf(id: string | undefined): GatewayId | undefined {
  return gatewayIds.find((one) => one === id)
}

/** Links to its payments and webhooks. */
function Trails({ gateway }: { gateway: string }) {
  const t = useText(adminMethodsText)
  const link = 'inline-flex min-h-9 items-center text-petrol underline-offset-4 hover:underline'
  return (
    <p className="flex flex-wrap gap-x-5 text-14">
      <AdminLink to={`/admin/deposits?show=all&gateway=${gateway}`} className={link}>
        {t('deposits')}
      </AdminLink>
      {!isManual(gateway) && (
        <Link to={`/admin/api/webhooks?gateway=${gateway}`} className={link}>
          {t('webhooks')}
        </Link>
      )}
    </p>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminMethodsText)
  return <LoadFailed error={error} message={t('loadFailed')} />
}
