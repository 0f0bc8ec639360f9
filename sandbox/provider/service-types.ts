/**
 * The fields of each type of service (field notes 1). `quantity` is its source: given in the call, counted from a
 * field's lines, one package, or a subscription's maximum.
 */
type TypeRule = {
  link: boolean
  needs: readonly string[]
  takes?: readonly string[]
  quantity: 'given' | 'package' | 'subscription' | { linesOf: string }
}

export const SERVICE_TYPES = {
  Default: { link: true, needs: [], takes: ['runs', 'interval'], quantity: 'given' },
  Package: { link: true, needs: [], quantity: 'package' },
  SEO: { link: true, needs: ['keywords'], quantity: 'given' },
  'Custom Comments': { link: true, needs: ['comments'], quantity: { linesOf: 'comments' } },
  'Custom Comments Package': { link: true, needs: ['comments'], quantity: 'package' },
  Mentions: { link: true, needs: ['usernames'], quantity: 'given' },
  'Mentions with Hashtags': { link: true, needs: ['usernames', 'hashtags'], quantity: 'given' },
  'Mentions Custom List': { link: true, needs: ['usernames'], quantity: { linesOf: 'usernames' } },
  'Mentions Hashtag': { link: true, needs: ['hashtag'], quantity: 'given' },
  'Mentions User Followers': { link: true, needs: ['username'], quantity: 'given' },
  'Mentions Media Likers': { link: true, needs: ['media'], quantity: 'given' },
  'Comment Likes': { link: true, needs: ['username'], quantity: 'given' },
  'Comment Replies': { link: true, needs: ['username', 'comments'], quantity: { linesOf: 'comments' } },
  Poll: { link: true, needs: ['answer_number'], quantity: 'given' },
  'Invites from Groups': { link: true, needs: ['groups'], quantity: 'given' },
  Subscriptions: {
    link: false,
    needs: ['username', 'min', 'max', 'delay'],
    takes: ['posts', 'old_posts', 'expiry'],
    quantity: 'subscription',
  },
  'Web Traffic': {
    link: true,
    needs: ['country', 'device', 'type_of_traffic'],
    takes: ['google_keyword', 'referring_url', 'runs', 'interval'],
    quantity: 'given',
  },
} as const satisfies Record<string, TypeRule>

const BY_LETTERS = new Map<string, TypeRule>(
  Object.entries(SERVICE_TYPES).map(([type, rule]) => [toLetters(type), rule]),
)

/**
 * Compared by letters only, so that `custom_comments` is Custom Comments. An unknown type is ordered like `Default`,
 * as most of a real provider's own types are.
 */
export function ruleOfType(type: string): TypeRule {
  return BY_LETTERS.get(toLetters(type)) ?? SERVICE_TYPES.Default
}

function toLetters(type: string): string {
  return type.toLowerCase().replace(/[^a-z]/g, '')
}
