import { expect, test } from 'vitest'

import { formatIn } from '#contract/base/format.ts'
import { sayIn } from '#web/platform/i18n/text.ts'

import { menuCountsOf } from './attention.ts'
import { adminMenus } from './staff-entries.ts'
import { adminFrameText } from './texts.en.ts'

const owner = { role: 'admin', permissions: null } as Parameters<typeof adminMenus>[1]

test('a count in the menu links to what it counts and names it; items on one page are one count', () => {
  const counts = menuCountsOf([
    { code: 'ledger', count: 1 },
    { code: 'orders', count: 1_000 },
    { code: 'deposits', count: 0 },
    { code: 'services_below_cost', count: 1_000 },
    { code: 'mails_given_up', count: 2 },
    { code: 'jobs_failing', count: 5 },
    { code: 'jobs_failed', count: 3 },
  ])
  const { groups } = adminMenus((key, ...rest) => sayIn('en', adminFrameText, key, ...rest), owner, {
    counts,
    format: formatIn('en'),
  })
  const waiting = groups.flatMap(({ entries }) => entries).flatMap(({ waiting: told }) => told ?? [])
  expect(waiting).toEqual([
    {
      shown: '1,000',
      words: 'Services below cost: 1,000',
      to: '/admin/services?state=below_cost',
    },
    { shown: '1,000+', words: 'Orders to review: 1,000+', to: '/admin/orders?show=review' },
    { shown: '5', words: 'Failed emails and jobs: 5', to: '/admin/failures' },
  ])
})
