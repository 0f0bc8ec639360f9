import { expect, test } from 'vitest'

import { addressIn, languages } from '#contract/base/languages.ts'

import { takesVisitorTags } from './public-pages.ts'

test.each(languages)('in %s, pages for visitors take analytics and chat', (language) => {
  for (const path of [
    '/',
    '/services',
    '/services/tiktok',
    '/services/linkedin',
    '/pricing',
    '/faq',
    '/contact',
    '/terms',
    '/privacy',
    '/refund',
    '/api-docs',
    '/faq/',
  ])
    expect(takesVisitorTags(addressIn(language, path)), path).toBe(true)
})

test.each(languages)(
  'in %s, no page takes them where one signs in, is signed in or has come by a link',
  (language) => {
    for (const path of [
      '/login',
      '/register',
      '/register/',
      '/forgot-password',
      '/reset-password/a',
      '/confirm-email/a',
      '/setup/a',
      '/invitation/a',
      '/unsubscribe/a',
      '/cancel-email-change/a',
      '/dashboard',
      '/new-order',
      '/settings',
      '/support',
      '/admin/settings',
      '/nothing',
      '/services/a/b',
      '/LOGIN',
    ])
      expect(takesVisitorTags(addressIn(language, path)), path).toBe(false)
  },
)
