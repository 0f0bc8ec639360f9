import KeyRound from 'lucide-react/icons/key-round'
import { type ReactNode, useState } from 'react'
import type { ErrorForm } from '#contract/base/error-forms.ts'
import { type ApiAccess, type ApiKey, revokeApiKey, getApiAccess } from '#contract/users/api-keys.ts'
import { sendConfirmation } from '#contract/users/account.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { apiAccessText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Badge, Chip } from '#web/ui/text/badge.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { toShownAddress } from './api-limits.ts'
import { KeyFormDialog } from './key-form-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

type Changing = { onChange: (access: ApiAccess) => void }
/** A new key is shown once, above the whole list. */
type Making = Changing & { defaultErrors: ErrorForm; onMade: (key: string | undefined) => void }

/** Each key with its permissions. A replacement has the same name, and both are accepted until the earlier one expires. */
export function ApiKeyList({ access, onChange }: { access: ApiAccess } & Changing) {
  const { keys, default_errors: defaultErrors } = access
  const t = useText(apiAccessText)
  const [made, setMade] = useState<string>()
  const making = { defaultErrors, onChange, onMade: setMade }
  return (
    <CardSection title={t('keysTitle')}>
      <p className="px-5 pt-5 text-14 text-ink-2 max-wide:px-4 max-wide:pt-4">{t('keysLead')}</p>
      {keys.length === 0 ? (
        <p className="px-5 pt-4 max-wide:px-4">{t('noKeys')}</p>
      ) : (
        <ul>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} {...making} />
          ))}
        </ul>
      )}
      {access.needs_confirmed_email ? <ConfirmEmailFirst /> : <NewKey keyCount={keys.length} {...making} />}
      <NewKeyDialog apiKey={made} onClose={() => setMade(undefined)} />
    </CardSection>
  )
}

const scopeTexts = { read: 'scopeRead', order: 'scopeOrder', payments: 'scopePayments' } as const

function KeyRow({ apiKey, ...changing }: { apiKey: ApiKey } & Making) {
  const t = useText(apiAccessText)
  const format = useFormat()
  const { name, prefix, scopes, allowed_addresses: allowed, expires_at: expiresAt } = apiKey
  const { daily_limit: limit, spent_today: spent, last_used_at: usedAt } = apiKey
  const { is_expired: isExpired, is_test: isTest } = apiKey
  const scope = scopes.length > 1 ? 'scopeBoth' : scopeTexts[scopes[0] ?? 'read']
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-line px-5 py-4 max-wide:px-4 narrow:grid-cols-[auto_minmax(0,1fr)_auto]">
      <KeyRound aria-hidden className="size-5 self-start text-ink-3 narrow:self-center" />
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        <span className="figures text-13 break-all text-ink-3">{prefix}…</span>
        {isTest && <Badge tone="foil">{t('kindTest')}</Badge>}
        {isExpired ? <Badge tone="bad">{t('expired')}</Badge> : <Chip>{t(scope)}</Chip>}
      </p>
      <dl className="col-start-2 flex flex-wrap gap-x-4 gap-y-1 text-13 narrow:col-end-4">
        <Fact label={t('lastUsed')}>{usedAt === null ? t('neverUsed') : <RelativeTime date={usedAt} />}</Fact>
        {!isTest && (
          <Fact label={t('today')}>
            <span className="figures">
              {limit === null
                ? format.money(spent)
                : t('spentOf', { spent: format.money(spent), limit: format.money(limit) })}
            </span>
          </Fact>
        )}
        <Fact label={t('expires')}>
          {expiresAt === null ? t('noExpiry') : <time>{format.dateTime(expiresAt)}</time>}
        </Fact>
        {allowed.length > 0 && (
          <Fact label={t('from')}>
            <span className="figures break-all">{allowed.map(toShownAddress).join(', ')}</span>
          </Fact>
        )}
      </dl>
      <div className="col-span-full flex flex-wrap gap-2 max-narrow:mt-1 max-narrow:*:grow narrow:col-span-1 narrow:col-start-3 narrow:row-start-1">
        {!isTest && !scopes.includes('payments') && (
          <LinkButton
            tone="secondary"
            size="small"
            to={`/orders?key=${apiKey.id}`}
            aria-label={t('ordersOf', { name, prefix })}
          >
            {t('orders')}
          </LinkButton>
        )}
        {!isExpired && <Edit apiKey={apiKey} {...changing} />}
        {!isExpired && <Rotate apiKey={apiKey} {...changing} />}
        <Revoke apiKey={apiKey} onChange={changing.onChange} />
      </div>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  )
}

function Edit({ apiKey, defaultErrors, onChange }: { apiKey: ApiKey } & Making) {
  const t = useText(apiAccessText)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        aria-label={t('editOf', { name: apiKey.name, prefix: apiKey.prefix })}
        onClick={() => setIsOpen(true)}
      >
        {t('edit')}
      </Button>
      <KeyFormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        apiKey={apiKey}
        defaultErrors={defaultErrors}
        onSaved={(access) => {
          setIsOpen(false)
          onChange(access)
        }}
      />
    </>
  )
}

function Rotate({ apiKey, onChange, onMade }: { apiKey: ApiKey } & Making) {
  const t = useText(apiAccessText)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        aria-label={t('rotateOf', { name: apiKey.name, prefix: apiKey.prefix })}
        onClick={() => setIsOpen(true)}
      >
        {t('rotate')}
      </Button>
      <RotateKeyDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        apiKey={apiKey}
        onRotated={(access, key) => {
          setIsOpen(false)
          onMade(key)
          onChange(access)
        }}
      />
    </>
  )
}

function Revoke({ apiKey: { id, prefix }, onChange }: { apiKey: ApiKey } & Changing) {
  const t = useText(apiAccessText)
  const [isOpen, setIsOpen] = useState(false)

  async function revoke(): Promise<void> {
    try {
      onChange(await call(revokeApiKey, { query: { id } }))
    } catch (error) {
      // Another tab was faster, or the first response was lost: the key is already revoked.
      const isGone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'unconfirmed')
      if (!isGone) throw error
      await reread(getApiAccess)
    }
    toast('success', t('revoked', { prefix }))
  }

  return (
    <>
      <Button
        tone="secondary"
        size="small"
        aria-label={t('revokeOf', { prefix })}
        onClick={() => setIsOpen(true)}
      >
        {t('revoke')}
      </Button>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('revokeTitle', { prefix })}
        action={t('revoke')}
        keep={t('keepKey')}
        onConfirm={revoke}
      >
        {t('revokeText')}
      </Confirm>
    </>
  )
}

/** A key outlasts a password change, so the address must be confirmed first. */
function ConfirmEmailFirst() {
  const t = useText(apiAccessText)
  const [isBusy, setIsBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()

  async function send(): Promise<void> {
    setIsBusy(true)
    try {
      setSentTo((await call(sendConfirmation)).email)
    } catch (error) {
      toast('error', messageOf(error, t('sendConfirmationFailed')))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="grid gap-3 p-5 max-wide:p-4">
      <Alert tone="info">
        {sentTo === undefined ? t('confirmFirst') : t('confirmationSent', { email: sentTo })}
      </Alert>
      <Button
        tone={sentTo === undefined ? 'primary' : 'secondary'}
        isBusy={isBusy}
        onClick={() => void send()}
        className="justify-self-start max-narrow:w-full"
      >
        {t(sentTo === undefined ? 'sendConfirmation' : 'sendConfirmationAgain')}
      </Button>
    </div>
  )
}

function NewKey({ keyCount, defaultErrors, onChange, onMade }: { keyCount: number } & Making) {
  const t = useText(apiAccessText)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-3 p-5 max-wide:p-4">
      <Button
        tone={keyCount === 0 ? 'primary' : 'secondary'}
        onClick={() => setIsOpen(true)}
        className="justify-self-start max-narrow:w-full"
      >
        {t(keyCount === 0 ? 'makeFirst' : 'makeNext')}
      </Button>
      {keyCount > 0 && <p className="text-13 text-ink-3">{t('rotateHint')}</p>}
      <KeyFormDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        defaultErrors={defaultErrors}
        onSaved={(access, key) => {
          setIsOpen(false)
          onMade(key)
          onChange(access)
        }}
      />
    </div>
  )
}
