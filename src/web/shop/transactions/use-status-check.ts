import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import type { Transaction, TransactionStatus } from '#contract/ledger/transactions.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { call } from '#web/platform/api/call.ts'
import { transactionsText } from './texts.en.ts'
import { say } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { refreshUser } from '#web/parts/wallet/use-live-balance.ts'

/** A paid deposit gets its own lines, which are loaded shortly afterwards (spec §4). */
const reloadMilliseconds = 2_000

/** Check Status for one deposit at a time: the row changes immediately, and a message reports the result. */
export function useStatusCheck() {
  const [checkingId, setCheckingId] = useState<number>()
  const [found, setFound] = useState<ReadonlyMap<number, TransactionStatus>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function check({ id, reference_id: reference }: Transaction): Promise<void> {
    if (checkingId !== undefined) return
    if (reference === null) return toast('error', say(transactionsText, 'noReference'))
    setCheckingId(id)
    try {
      const answer = await call(getPaymentStatus, { params: { order_id: reference } })
      tell(answer)
      if (answer.status !== 'pending')
        setFound((old) => new Map(old).set(id, answer.status === 'paid' ? 'completed' : 'canceled'))
      if (answer.status === 'paid') {
        void refreshUser()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void reread(listTransactions), reloadMilliseconds)
      }
    } catch {
      toast('error', say(transactionsText, 'checkFailed'))
    } finally {
      setCheckingId(undefined)
    }
  }

  return {
    checkingId,
    onCheck: (transaction: Transaction) => void check(transaction),
    /** From the last check; a completed payment is in the ledger. */
    statusOf: ({ id, status }: Transaction) => (status === 'completed' ? status : (found.get(id) ?? status)),
  }
}

function tell({ status, stage }: AnswerOf<typeof getPaymentStatus>): void {
  if (status === 'paid') return toast('success', say(transactionsText, 'nowPaid'))
  if (status === 'canceled') return toast('error', say(transactionsText, 'nowCanceled'))
  const note = stage === 'review' ? 'reviewNote' : stage === 'waiting' ? 'waitingNote' : 'unpaidNote'
  const name = stage === 'review' ? 'processing' : 'pending'
  const [state, message] = [say(transactionsText, name), say(transactionsText, note)]
  toast('info', say(transactionsText, 'stillOpen', { status: state, message }))
}
