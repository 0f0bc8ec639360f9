import { type ReactNode, useEffect, useState } from 'react'
import { type AdminTransaction, getAdminTransaction } from '#contract/ledger/admin-transactions.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminTransactionsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { toneOf } from './transactions-columns.tsx'
import { sayTransaction } from '#web/parts/wallet/say-transaction.ts'

/** One transaction, loaded again: the list may be outdated. */
export function TransactionDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useText(adminTransactionsText)
  return (
    <Dialog isOpen={id !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title={t('details')}>
      {id !== undefined && <Details key={id} id={id} />}
    </Dialog>
  )
}

function Details({ id }: { id: number }) {
  const t = useText(adminTransactionsText)
  const [known, setKnown] = useState<AdminTransaction | 'failed'>()
  useEffect(() => {
    const leaving = new AbortController()
    call(getAdminTransaction, { params: { id } }, { signal: leaving.signal }).then(
      ({ transaction }) => setKnown(transaction),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        report(error)
        setKnown('failed')
      },
    )
    return () => leaving.abort()
  }, [id])
  if (known === undefined) return <SkeletonRows rows={6} label={t('loadingDetails')} />
  return known === 'failed' ? <Alert>{t('detailsFailed')}</Alert> : <Facts transaction={known} />
}

function Facts({ transaction }: { transaction: AdminTransaction }) {
  const t = useText(adminTransactionsText)
  const language = useLanguage()
  const format = useFormat()
  const { user_id: userId, user_name: name, status, order_id: orderId, price } = transaction
  const who = `${name ?? t('deletedUser')} #${userId}`
  return (
    <dl className="grid text-14">
      <Fact label={t('id')}>
        <span className="figures">{transaction.id}</span>
      </Fact>
      <Fact label={t('user')}>
        {name !== null ? (
          <AdminLink to={`/admin/users/${userId}`} className="text-petrol underline-offset-4 hover:underline">
            <bdi>{who}</bdi>
          </AdminLink>
        ) : (
          <bdi>{who}</bdi>
        )}
      </Fact>
      <Fact label={t('type')}>{t(transaction.type)}</Fact>
      <Fact label={t('status')}>
        <Badge tone={toneOf[status]}>{t(status)}</Badge>
      </Fact>
      <Fact label={t('amount')}>
        <MoneyText amount={transaction.amount} isSigned className="text-17" />
      </Fact>
      <Fact label={t('description')}>{sayTransaction(language, transaction)}</Fact>
      {orderId !== null && (
        <Fact label={t('orderId')}>
          <AdminLink
            to={`/admin/orders/${orderId}`}
            className="figures text-petrol underline-offset-4 hover:underline"
          >
            {orderId}
          </AdminLink>
        </Fact>
      )}
      {transaction.api_key !== null && (
        <Fact label={t('apiKey')}>
          <AdminLink
            to={`/admin/orders?key=${transaction.api_key.id}`}
            className="text-petrol underline-offset-4 hover:underline"
          >
            <bdi>{transaction.api_key.name ?? transaction.api_key.id}</bdi>
          </AdminLink>
        </Fact>
      )}
      {price !== null && (
        <Fact label={t('price')}>
          <MoneyText amount={price} />
        </Fact>
      )}
      {transaction.payment_method !== null && <Fact label={t('method')}>{transaction.payment_method}</Fact>}
      {transaction.reference_id !== null && (
        <Fact label={t('reference')}>
          <span className="figures">{transaction.reference_id}</span>
        </Fact>
      )}
      {transaction.balance_after !== null && (
        <Fact label={t('balanceAfter')}>
          <MoneyText amount={transaction.balance_after} />
        </Fact>
      )}
      <Fact label={t('date')}>
        <time dateTime={transaction.created_at.toISOString()}>
          {format.dateTime(transaction.created_at, 'medium')}
        </time>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-10 grid-cols-[8rem_minmax(0,1fr)] items-center gap-4 border-b border-line py-2 last:border-0 max-[459px]:grid-cols-1 max-[459px]:gap-0">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
