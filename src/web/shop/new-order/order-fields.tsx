import type { ReactNode, Ref } from 'react'
import { limits } from '#contract/base/limits.ts'
import { foreignPlatformOf } from '#contract/orders/links.ts'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { itemsOf, rulesOf } from '#contract/catalogue/service-types.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { newOrderText } from './texts.en.ts'
import { sayExtraField } from '#web/platform/i18n/say-fields.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { QuantityField } from './quantity-field.tsx'
import type { NewOrder } from './use-new-order.ts'

type OrderFieldsProps = {
  order: NewOrder
  onLink: (link: string) => void
  linkBox: Ref<HTMLInputElement>
  /** Shown below the link. */
  children: ReactNode
}

/** Link, the service type's own fields, and the quantity. */
export function OrderFields({ order, onLink, linkBox, children }: OrderFieldsProps) {
  const rules = order.service === undefined ? undefined : rulesOf(order.service.type)
  return (
    <>
      {rules?.link !== false && <LinkField order={order} onLink={onLink} box={linkBox} />}
      {children}
      <ExtraFields order={order} />
      {(rules === undefined || rules.quantity === 'asked') && <QuantityField order={order} />}
    </>
  )
}

type LinkFieldProps = { order: NewOrder; onLink: (link: string) => void; box: Ref<HTMLInputElement> }

function LinkField({ order, onLink, box }: LinkFieldProps) {
  const t = useText(newOrderText)
  const { service, fields, shownErrors } = order
  const linked = platformOfLink(fields.link)
  const sold = service?.platform
  const isForeign = sold !== undefined && foreignPlatformOf(fields.link, sold) !== undefined
  return (
    <TextField
      ref={box}
      label={t('link')}
      aside={
        linked !== undefined &&
        !isForeign && <span className="text-14 text-ok">{t('linkLooksRight', { platform: linked })}</span>
      }
      name="link"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={limits.linkMax}
      placeholder="https://"
      value={fields.link}
      onChange={({ currentTarget }) => onLink(currentTarget.value)}
      error={shownErrors['link']}
      hint={t('linkHint')}
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
