import type { Announcement, AnnouncementReaders } from '#contract/messaging/announcements.ts'

/** Queued emails that wait for the mail server. */
function waitingLetters({ letters: { queued, sent, failed, unwanted } }: Announcement): number {
  return queued - sent - failed - unwanted
}

/** Something of it is still to be sent. */
export function isUnderWay(announcement: Announcement): boolean {
  return (
    announcement.status === 'sending' || (announcement.status === 'sent' && waitingLetters(announcement) > 0)
  )
}

/** How much of it is done, of about how much: customers come and go meanwhile. */
export function progressOf(
  announcement: Announcement,
  { customers, letters }: AnnouncementReaders,
): { done: number; all: number } {
  const { by_notification: isNotified, by_letter: isWritten, notified } = announcement
  const done = notified + announcement.letters.queued - waitingLetters(announcement)
  const all = (isNotified ? customers : 0) + (isWritten ? letters : 0)
  return { done, all: Math.max(all, done) }
}
