import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Table } from './table.tsx'

test('a table states its roles, which browsers drop when its rows are laid out as cards', () => {
  const columns = [{ key: 'id', heading: 'ID', cell: ({ id }: { id: number }) => id }]
  const html = renderToString(
    createElement(Table<{ id: number }>, {
      caption: 'Orders',
      columns,
      rows: [{ id: 7 }],
      rowKey: ({ id }) => id,
    }),
  )
  for (const [tag, role] of [
    ['table', 'table'],
    ['thead', 'rowgroup'],
    ['tbody', 'rowgroup'],
    ['tr', 'row'],
    ['th', 'columnheader'],
    ['td', 'cell'],
  ] as const)
    for (const part of html.match(new RegExp(`<${tag}[ >][^>]*`, 'g')) ?? ['none'])
      expect(part).toContain(`role="${role}"`)
})

test('a skeleton is announced by text outside of the busy region', () => {
  const html = renderToString(createElement(SkeletonRows, { label: 'Loading orders' }))
  expect(html).toMatch(/<output(?![^>]*aria-busy)[^>]*>Loading orders<\/output><div aria-busy="true"/)
})
