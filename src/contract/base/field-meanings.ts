/** Additional fields of service types (service-types.ts). The labels are in `words/`. */
export const fieldMeanings = [
  'comments',
  'usernames',
  'hashtags',
  'hashtag',
  'followers_of',
  'likers_of',
  'comment_owner',
  'answer_number',
  'groups',
  'keywords',
] as const
export type FieldMeaning = (typeof fieldMeanings)[number]
