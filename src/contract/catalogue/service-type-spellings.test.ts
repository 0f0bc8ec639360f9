import { expect, test } from 'vitest'

import { toServiceType } from './service-type-spellings.ts'
import { serviceTypeNames } from './service-types.ts'

test.each(serviceTypeNames)('%s is recognized in every spelling', (name) => {
  for (const spelled of [
    name,
    ` ${name} `,
    name.toUpperCase(),
    name.toLowerCase().replaceAll(' ', '_'),
    name.toLowerCase().replaceAll(' ', '-'),
    name.replaceAll(' ', ''),
  ])
    expect(toServiceType(spelled)).toBe(name)
})

test.each([
  ['', 'Default'],
  ['  ', 'Default'],
  ['custom_comment', 'Custom Comments'],
  ['custom_comments_package', 'Custom Comments Package'],
  ['mentions_with_hashtags', 'Mentions with Hashtags'],
  ['CommentLikes', 'Comment Likes'],
  ['Subscriptions', undefined],
  ['web_traffic', undefined],
  ['app_installs', undefined],
  ['Комментарии', undefined],
  ['12', undefined],
  ['-', undefined],
  ['constructor', undefined],
])('the type %j is sold as %j', (spelled, type) => {
  expect(toServiceType(spelled)).toBe(type)
})
