import { texts } from '#web/platform/i18n/table.ts'

/** Staff who see the panel as one of its users. */
export const view = texts({
  band: 'You see the panel as somebody else',
  seenAs: 'You see the panel as {name}.',
  nothingChanges: 'Nothing can be changed.',
  ends: 'Ends',
  leave: 'Back to my side',
  seeAs: 'See as this user',
  title: 'See the panel as {name}',
  whatYouSee:
    'You see the pages of this account, as far as you may read such things yourself. API keys are not shown.',
  whatItLeaves: 'Nothing can be changed, and nothing is marked as read.',
  howLong: 'It ends after {minutes} minutes, and it is kept in the staff record.',
  reason: 'Reason',
  start: 'Start looking',
})
