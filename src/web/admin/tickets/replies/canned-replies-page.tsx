import { lazy, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CannedReply, deleteCannedReply, listCannedReplies } from '#contract/support/canned-replies.ts'
import { call } from '#web/platform/api/call.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminCannedRepliesText } from '#web/messages/admin-canned-replies.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import type { Route } from './+types/canned-replies-page.ts'
import { CannedTable } from './canned-table.tsx'

// Fetched when they are first opened.
const CannedDialog = lazy(async () => ({ default: (await import('./canned-dialog.tsx')).CannedDialog }))
const Confirm = lazy(async () => ({ default: (await import('#web/ui/dialog/confirm.tsx')).Confirm }))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminCannedRepliesText)('title'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return callWhole(call, listCannedReplies, { signal })
}

export function HydrateFallback() {
  const t = useText(adminCannedRepliesText)
  return (
    <Frame
      aside={
        <Coming>
          <AddButton onAdd={() => undefined} />
        </Coming>
      }
    >
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

type Open = { kind: 'write'; reply: CannedReply | undefined } | { kind: 'remove'; reply: CannedReply }

export default function AdminCannedRepliesPage({ loaderData: { replies } }: Route.ComponentProps) {
  const t = useText(adminCannedRepliesText)
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = <AddButton onAdd={() => setOpen({ kind: 'write', reply: undefined })} />
  return (
    <Frame aside={replies.length > 0 && add}>
      <Card isFlush>
        {replies.length === 0 ? (
          <EmptyState message={t('empty')}>{add}</EmptyState>
        ) : (
          <CannedTable
            replies={replies}
            onEdit={(reply) => setOpen({ kind: 'write', reply })}
            onRemove={(reply) => setOpen({ kind: 'remove', reply })}
          />
        )}
      </Card>
      <LazyPart isFloating>
        {open?.kind === 'write' && (
          <CannedDialog
            reply={open.reply}
            onClose={close}
            onSaved={async () => {
              close()
              toast('success', t('saved'))
              await revalidate()
            }}
          />
        )}
        {open?.kind === 'remove' && (
          <Confirm
            isOpen
            onOpenChange={close}
            title={t('removeTitle', { title: open.reply.title })}
            action={t('remove')}
            keep={t('keep')}
            onConfirm={async () => {
              await call(deleteCannedReply, { params: { id: open.reply.id } })
              toast('success', t('removed'))
              await revalidate()
            }}
          >
            {t('removeLead')}
          </Confirm>
        )}
      </LazyPart>
    </Frame>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const t = useText(adminCannedRepliesText)
  return (
    <Button size="small" onClick={onAdd}>
      {t('add')}
    </Button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminCannedRepliesText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminCannedRepliesText)
  return (
    <div className="grid gap-5">
      <PageHeading back={{ to: '/admin/tickets', label: t('back') }} lead={t('lead')} aside={aside}>
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}
