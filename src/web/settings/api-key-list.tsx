import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  type ApiAccess,
  type ApiKey,
  API_KEYS_MAX,
  createApiKey,
  revokeApiKey,
} from '#contract/users/api-keys.ts'
import { sendConfirmation } from '#contract/users/auth.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { apiAccessText } from '#web/messages/api-access.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { fetchDialog } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Changing = { onChange: (access: ApiAccess) => void }

/** The keys by how they begin. A second one takes the place of the first without a moment in which neither holds. */
export function ApiKeyList({ access, onChange }: { access: ApiAccess } & Changing) {
  const { keys } = access
  const t = useText(apiAccessText)
  return (
    <CardSection title={t('keysTitle')}>
      <p className="px-5 pt-5 text-14 text-ink-2 max-wide:px-4 max-wide:pt-4">{t('keysLead')}</p>
      {keys.length === 0 ? (
        <p className="px-5 pt-4 max-wide:px-4">{t('noKeys')}</p>
      ) : (
        <ul>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onChange={onChange} />
          ))}
        </ul>
      )}
      {access.needs_confirmed_email ? (
        <ConfirmEmailFirst />
      ) : (
        <NewKey keyCount={keys.length} onChange={onChange} />
      )}
    </CardSection>
  )
}

function KeyRow({ apiKey, onChange }: { apiKey: ApiKey } & Changing) {
  const t = useText(apiAccessText)
  const { prefix, created_at: createdAt, last_used_at: usedAt } = apiKey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-5 py-4 max-wide:px-4">
      <KeyRound aria-hidden className="size-5 shrink-0 self-start text-ink-3" />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <p className="figures font-medium break-all">{prefix}…</p>
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-13">
          <div className="flex gap-1">
            <dt className="text-ink-3">{t('created')}</dt>
            <dd className="text-ink-2">
              <RelativeTime date={createdAt} />
            </dd>
          </div>
          <div className="flex gap-1">
            <dt className="text-ink-3">{t('lastUsed')}</dt>
            <dd className="text-ink-2">
              {usedAt === null ? t('neverUsed') : <RelativeTime date={usedAt} />}
            </dd>
          </div>
        </dl>
      </div>
      <Revoke apiKey={apiKey} onChange={onChange} />
    </li>
  )
}

function Revoke({ apiKey: { id, prefix }, onChange }: { apiKey: ApiKey } & Changing) {
  const t = useText(apiAccessText)
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)

  async function revoke(): Promise<void> {
    try {
      onChange(await call(revokeApiKey, { query: { id } }))
    } catch (error) {
      // Another tab was quicker, or the first answer got lost: what was wanted is so.
      const isGone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'read_anew')
      if (!isGone) throw error
      await revalidate()
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

/** A key outlasts a new password, so the address must be the reader's before there is one. */
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

function NewKey({ keyCount, onChange }: { keyCount: number } & Changing) {
  const t = useText(apiAccessText)
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const [made, setMade] = useState<string>()
  const areBothAlive = keyCount >= API_KEYS_MAX

  async function make(): Promise<void> {
    setIsBusy(true)
    try {
      // A key is read once: what shows it is there before it is made.
      await fetchDialog()
      const { key, ...access } = await call(createApiKey)
      setMade(key)
      onChange(access)
    } catch (error) {
      toast('error', messageOf(error, t('makeFailed')))
      // It may have been made all the same: then it is there to be revoked.
      void revalidate()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="grid gap-3 p-5 max-wide:p-4">
      <Button
        tone={keyCount === 0 ? 'primary' : 'secondary'}
        isBusy={isBusy}
        isDisabled={areBothAlive}
        onClick={() => void make()}
        className="justify-self-start max-narrow:w-full"
      >
        {t(keyCount === 0 ? 'makeFirst' : 'makeNext')}
      </Button>
      {keyCount > 0 && <p className="text-13 text-ink-3">{t(areBothAlive ? 'bothAlive' : 'rotateHint')}</p>}
      <NewKeyDialog apiKey={made} onClose={() => setMade(undefined)} />
    </div>
  )
}
