import type { FieldMeaning } from '#contract/base/field-meanings.ts'

/**
 * What each service type of the panel protocol needs besides link and quantity (field notes 1). The order form, validation
 * and the provider's `add` use this one table.
 */
export type ExtraField = {
  /** The protocol's field name. */
  name:
    | 'comments'
    | 'usernames'
    | 'hashtags'
    | 'hashtag'
    | 'username'
    | 'media'
    | 'answer_number'
    | 'groups'
    | 'keywords'
  /** The label's meaning: the same field name means different things for different types. */
  meaning: FieldMeaning
  /** `lines` are separated by line breaks only, a `list` by commas too. */
  kind: 'line' | 'lines' | 'list' | 'number'
}

export type TypeRules = {
  link: boolean
  /** `asked`: the customer enters it; `one`: a package; a field's name: the number of items in that field. */
  quantity: 'asked' | 'one' | 'comments' | 'usernames'
  /** A package's rate is the price of the whole, not of 1000. */
  rateIsPrice: boolean
  extra: readonly ExtraField[]
}

const comments: ExtraField = { name: 'comments', meaning: 'comments', kind: 'lines' }
const usernames: ExtraField = { name: 'usernames', meaning: 'usernames', kind: 'list' }
const hashtags: ExtraField = { name: 'hashtags', meaning: 'hashtags', kind: 'list' }
const hashtag: ExtraField = { name: 'hashtag', meaning: 'hashtag', kind: 'line' }
const followersOf: ExtraField = { name: 'username', meaning: 'followers_of', kind: 'line' }
const likersOf: ExtraField = { name: 'media', meaning: 'likers_of', kind: 'line' }
const commentOwner: ExtraField = { name: 'username', meaning: 'comment_owner', kind: 'line' }
const answerNumber: ExtraField = { name: 'answer_number', meaning: 'answer_number', kind: 'number' }
const groups: ExtraField = { name: 'groups', meaning: 'groups', kind: 'lines' }
const keywords: ExtraField = { name: 'keywords', meaning: 'keywords', kind: 'list' }

function rules(own: Partial<TypeRules>): TypeRules {
  return { link: true, quantity: 'asked', rateIsPrice: false, extra: [], ...own }
}

/**
 * The types that can be sold. Subscriptions and Web Traffic cannot, since they have no fixed quantity. An import puts no other
 * type on sale.
 */
export const serviceTypes = {
  Default: rules({}),
  Package: rules({ quantity: 'one', rateIsPrice: true }),
  SEO: rules({ extra: [keywords] }),
  'Custom Comments': rules({ quantity: 'comments', extra: [comments] }),
  'Custom Comments Package': rules({ quantity: 'one', rateIsPrice: true, extra: [comments] }),
  Mentions: rules({ extra: [usernames] }),
  'Mentions with Hashtags': rules({ extra: [usernames, hashtags] }),
  'Mentions Custom List': rules({ quantity: 'usernames', extra: [usernames] }),
  'Mentions Hashtag': rules({ extra: [hashtag] }),
  'Mentions User Followers': rules({ extra: [followersOf] }),
  'Mentions Media Likers': rules({ extra: [likersOf] }),
  'Comment Likes': rules({ extra: [commentOwner] }),
  'Comment Replies': rules({ quantity: 'comments', extra: [commentOwner, comments] }),
  Poll: rules({ extra: [answerNumber] }),
  'Invites from Groups': rules({ extra: [groups] }),
} as const satisfies Record<string, TypeRules>

export type ServiceType = keyof typeof serviceTypes

export const serviceTypeNames = Object.keys(serviceTypes) as [ServiceType, ...ServiceType[]] // keys of a closed table

/** All fields that any type needs. */
export const extraNames: ReadonlySet<ExtraField['name']> = new Set(
  Object.values(serviceTypes).flatMap(({ extra }) => extra.map(({ name }) => name)),
)

export function isExtraName(name: string): name is ExtraField['name'] {
  return (extraNames as ReadonlySet<string>).has(name) // widened, since `has` only accepts members
}

export function rulesOf(type: ServiceType): TypeRules {
  return serviceTypes[type]
}

/** The items of a field: trimmed, without blank ones. A comment may contain commas. */
export function itemsOf(kind: ExtraField['kind'], text: string): string[] {
  return text
    .split(kind === 'list' ? /[\r\n,]/ : /[\r\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** The quantity of a type that counts the items of a field. */
export function countItems(
  type: ServiceType,
  name: 'comments' | 'usernames',
  details: Partial<Record<ExtraField['name'], string>>,
): number {
  const field = rulesOf(type).extra.find((one) => one.name === name)
  return itemsOf(field?.kind ?? 'lines', details[name] ?? '').length
}
