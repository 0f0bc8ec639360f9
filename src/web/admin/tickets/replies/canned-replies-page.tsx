import { lazy, useState } from 'react'
import { type CannedReply, deleteCannedReply, listCannedReplies } from '#contract/support/canned-replies.ts'
import { call } from '#web/platform/api/call.ts'
import { adminCannedRepliesText } from '#web/admin/tickets/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { wholeOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { loadList, makeList, whole } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import type { Route } from './+types/canned-replies-page.ts'
import { columnsOf } from './canned-columns.tsx'

// Fetched when they are first opened.
const CannedDialog = lazy(async () => ({ default: (await import('./canned-dialog.tsx')).CannedDialog }))
const Confirm = lazy(async () => ({ default: (await import('#web/ui/dialog/confirm.tsx')).Confirm }))

const list = makeList({
  text: adminCannedRepliesText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    back: { to: '/admin/tickets', label: t('back') },
    table: t('table'),
    noneFound: t('empty'),
    failed: t('loadFailed'),
  }),
  read: () => ({}),
  paging: whole,
  ask: () => wholeOf(listCannedReplies),
  rowsOf: ({ replies }) => replies,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminCannedRepliesText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

type Open = { kind: 'write'; reply: CannedReply | undefined } | { kind: 'remove'; reply: CannedReply }

export default function AdminCannedRepliesPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminCannedRepliesText)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = <AddButton onAdd={() => setOpen({ kind: 'write', reply: undefined })} />
  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, {
        onEdit: (reply) => setOpen({ kind: 'write', reply }),
        onRemove: (reply) => setOpen({ kind: 'remove', reply }),
      })}
      aside={data.replies.length > 0 && add}
      none={<NoneFound list={list}>{add}</NoneFound>}
      isCompact
      isLinked
    >
      <LazyPart isFloating>
        {open?.kind === 'write' && (
          <CannedDialog
            reply={open.reply}
            onClose={close}
            onSaved={async () => {
              close()
              toast('success', t('saved'))
              await reread(listCannedReplies)
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
              await reread(listCannedReplies)
            }}
          >
            {t('removeLead')}
          </Confirm>
        )}
      </LazyPart>
    </ListPage>
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
  return <ListFailed list={list} error={error} />
}
