import { type ServiceType, serviceTypeNames } from './service-types.ts'

/** Other names that panels use, letters only. */
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
 * The type that a provider spells "custom_comments", "DEFAULT" or "CommentLikes"; undefined for an unknown one. Only letters
 * are compared; an empty text means Default.
 */
export function toServiceType(text: string): ServiceType | undefined {
  const letters = toLetters(text)
  return letters === '' && text.trim() !== '' ? undefined : spellings.get(letters)
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/\P{L}+/gu, '')
}
