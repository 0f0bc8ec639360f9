/**
 * What each service type of the panel protocol asks for besides link and quantity (field notes 1), as one
 * table for the order form, the order's validation and the provider's `add`.
 */
export type ExtraField = {
  /** The protocol's name of it. */
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
  label: string
  kind: 'line' | 'lines' | 'number'
}

export type TypeRules = {
  link: boolean
  /** `asked`: the customer's; `one`: a package; a field's name: as many as it has lines. */
  quantity: 'asked' | 'one' | 'comments' | 'usernames'
  /** A package's rate is the price of the whole, not of 1000. */
  rateIsPrice: boolean
  extra: readonly ExtraField[]
}

const comments: ExtraField = { name: 'comments', label: 'Comments, one per line', kind: 'lines' }
const usernames: ExtraField = { name: 'usernames', label: 'Usernames, one per line', kind: 'lines' }
const hashtags: ExtraField = { name: 'hashtags', label: 'Hashtags, one per line', kind: 'lines' }
const username: ExtraField = { name: 'username', label: 'Username', kind: 'line' }

function rules(own: Partial<TypeRules>): TypeRules {
  return { link: true, quantity: 'asked', rateIsPrice: false, extra: [], ...own }
}

/**
 * The types that are sold. Subscriptions and Web Traffic are not: they run on without a fixed quantity,
 * and an import skips what is not in this table.
 */
export const serviceTypes = {
  Default: rules({}),
  Package: rules({ quantity: 'one', rateIsPrice: true }),
  SEO: rules({ extra: [{ name: 'keywords', label: 'Keywords, one per line', kind: 'lines' }] }),
  'Custom Comments': rules({ quantity: 'comments', extra: [comments] }),
  'Custom Comments Package': rules({ quantity: 'one', rateIsPrice: true, extra: [comments] }),
  Mentions: rules({ extra: [usernames] }),
  'Mentions with Hashtags': rules({ extra: [usernames, hashtags] }),
  'Mentions Custom List': rules({ quantity: 'usernames', extra: [usernames] }),
  'Mentions Hashtag': rules({ extra: [{ name: 'hashtag', label: 'Hashtag', kind: 'line' }] }),
  'Mentions User Followers': rules({ extra: [username] }),
  'Mentions Media Likers': rules({ extra: [{ name: 'media', label: 'Media link', kind: 'line' }] }),
  'Comment Likes': rules({ extra: [username] }),
  'Comment Replies': rules({ quantity: 'comments', extra: [username, comments] }),
  Poll: rules({ extra: [{ name: 'answer_number', label: 'Answer number', kind: 'number' }] }),
  'Invites from Groups': rules({ extra: [{ name: 'groups', label: 'Groups, one per line', kind: 'lines' }] }),
} as const satisfies Record<string, TypeRules>

export type ServiceType = keyof typeof serviceTypes

export const serviceTypeNames = Object.keys(serviceTypes) as [ServiceType, ...ServiceType[]] // keys of a closed table

/** Other words that panels have for them, by letters alone. */
const aliases: Readonly<Record<string, ServiceType>> = {
  '': 'Default',
  standard: 'Default',
  normal: 'Default',
  packages: 'Package',
  keywords: 'SEO',
  seokeywords: 'SEO',
  customcomment: 'Custom Comments',
  commentscustom: 'Custom Comments',
  customcommentpackage: 'Custom Comments Package',
  customcommentspackages: 'Custom Comments Package',
  mention: 'Mentions',
  mentionwithhashtags: 'Mentions with Hashtags',
  mentionswithhashtag: 'Mentions with Hashtags',
  mentioncustomlist: 'Mentions Custom List',
  mentionscustom: 'Mentions Custom List',
  mentionhashtag: 'Mentions Hashtag',
  mentionuserfollowers: 'Mentions User Followers',
  mentionsuserfollower: 'Mentions User Followers',
  mentionsfollowers: 'Mentions User Followers',
  mentionmedialikers: 'Mentions Media Likers',
  mentionsmedialiker: 'Mentions Media Likers',
  mentionslikers: 'Mentions Media Likers',
  commentlike: 'Comment Likes',
  commentslikes: 'Comment Likes',
  commentreply: 'Comment Replies',
  commentsreplies: 'Comment Replies',
  polls: 'Poll',
  pollvotes: 'Poll',
  invitefromgroups: 'Invites from Groups',
  invitesfromgroup: 'Invites from Groups',
}
const spellings: ReadonlyMap<string, ServiceType> = new Map([
  ...Object.entries(aliases),
  ...serviceTypeNames.map((name) => [toLetters(name), name] as const),
])

/**
 * A provider's spelling of a type ("custom_comments", "DEFAULT", "CommentLikes"), or undefined for one that is not sold.
 * Compared by letters alone; no type at all is the usual one.
 */
export function toServiceType(text: string): ServiceType | undefined {
  const letters = toLetters(text)
  return letters === '' && text.trim() !== '' ? undefined : spellings.get(letters)
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/\P{L}+/gu, '')
}

export function rulesOf(type: ServiceType): TypeRules {
  return serviceTypes[type]
}

/** The lines that count: trimmed, blanks left out. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
