import type { Ref } from 'react'
import { limits } from '#contract/limits.ts'
import { foreignPlatformOf } from '#contract/links.ts'
import { platformOfLink } from '#contract/platform-of-link.ts'
import { itemsOf, rulesOf } from '#contract/service-types.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { newOrderText } from '#web/messages/new-order.ts'
import { sayExtraField } from '#web/messages/say-fields.ts'
import { useText } from '#web/messages/text.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextAreaField, TextField } from '#web/ui/text-field.tsx'
import { stepOf, stepQuantity } from './parse-quantity.ts'
import type { NewOrder } from './use-new-order.ts'

/** Link, the service type's own fields, and the quantity. */
export function OrderFields({ order, linkBox }: { order: NewOrder; linkBox: Ref<HTMLInputElement> }) {
  const rules = order.service === undefined ? undefined : rulesOf(order.service.type)
  return (
    <>
      {rules?.link !== false && <LinkField order={order} box={linkBox} />}
      <ExtraFields order={order} />
      {(rules === undefined || rules.quantity === 'asked') && <QuantityField order={order} />}
    </>
  )
}

function LinkField({ order, box }: { order: NewOrder; box: Ref<HTMLInputElement> }) {
  const t = useText(newOrderText)
  const { service, fields, shownErrors, change } = order
  const linked = platformOfLink(fields.link)
  const sold = service?.platform
  const isForeign = sold !== undefined && foreignPlatformOf(fields.link, sold) !== undefined
  return (
    <TextField
      ref={box}
      label={t('link')}
      name="link"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={limits.linkMax}
      placeholder="https://"
      value={fields.link}
      onChange={({ currentTarget }) => change({ link: currentTarget.value })}
      error={shownErrors['link']}
      hint={t('linkHint')}
      {...(linked !== undefined &&
        !isForeign && {
          end: <span className="text-ok">{t('linkLooksRight', { platform: linked })}</span>,
        })}
    />
  )
}

function ExtraFields({ order }: { order: NewOrder }) {
  const t = useText(newOrderText)
  const language = useLanguage()
  const { service, fields, shownErrors, changeDetail } = order
  if (service === undefined) return null
  return rulesOf(service.type).extra.map(({ name, meaning, kind }) => {
    const value = fields.details[name] ?? ''
    const common = {
      label: sayExtraField(language, meaning),
      name,
      value,
      error: shownErrors[name],
      autoComplete: 'off',
    }
    if (kind !== 'lines' && kind !== 'list') {
      return (
        <TextField
          key={name}
          {...common}
          {...(kind === 'number' && { inputMode: 'numeric' as const })}
          onChange={({ currentTarget }) => changeDetail(name, currentTarget.value)}
        />
      )
    }
    const isCounted = rulesOf(service.type).quantity === name
    return (
      <TextAreaField
        key={name}
        {...common}
        maxLength={limits.commentsMax}
        error={common.error ?? (isCounted ? shownErrors['quantity'] : undefined)}
        hint={
          isCounted
            ? t(kind === 'list' ? 'entries' : 'lines', { count: itemsOf(kind, value).length })
            : undefined
        }
        onChange={({ currentTarget }) => changeDetail(name, currentTarget.value)}
      />
    )
  })
}

function QuantityField({ order }: { order: NewOrder }) {
  const t = useText(newOrderText)
  const { service, fields, quote, shownErrors, change, settleQuantity } = order
  const bounds = service ?? { min: 1, max: limits.quantityInputMax }

  function step(steps: number): void {
    if (service !== undefined)
      change({ quantity: String(stepQuantity(quote.quantity, { ...bounds, steps })) })
  }

  const size = stepOf(bounds)
  return (
    <NumberField
      label={t('quantity')}
      name="quantity"
      inputMode="text"
      autoComplete="off"
      value={fields.quantity}
      onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
      onStep={step}
      onBlur={settleQuantity}
      error={shownErrors['quantity']}
      hint={
        service !== undefined && (
          <>
            {t('quantityHint', { min: Math.max(1, bounds.min), max: bounds.max })}{' '}
            <span className="touch:hidden">{t('quantityKeys', { step: size, bigStep: size * 10 })}</span>
          </>
        )
      }
    />
  )
}
