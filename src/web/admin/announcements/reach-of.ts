import type { Announcement, AnnouncementReaders } from '#contract/messaging/announcements.ts'

/** Queued emails that wait for the mail server. */
function waitingEmails({ emails: { queued, sent, failed, unwanted } }: Announcement): number {
  return queued - sent - failed - unwanted
}

/** Some of it is still to be sent. */
export function isUnderWay(announcement: Announcement): boolean {
  return (
    announcement.status === 'sending' || (announcement.status === 'sent' && waitingEmails(announcement) > 0)
  )
}

/** How many recipients are done, and about how many there are: customers come and go meanwhile. */
export function progressOf(
  announcement: Announcement,
  { customers, emails }: AnnouncementReaders,
): { done: number; all: number } {
  const { by_notification: isNotified, by_email: isWritten, notified } = announcement
  const done = notified + announcement.emails.queued - waitingEmails(announcement)
  const all = (isNotified ? customers : 0) + (isWritten ? emails : 0)
  return { done, all: Math.max(all, done) }
}
