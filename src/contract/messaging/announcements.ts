import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, id, idParam, lines, noControls, time } from '#contract/base/fields.ts'
import { type Language, languages } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { says } from '#contract/base/says.ts'

/** Promotions and newsletters go to customers who opted in, service notices to every active customer. */
export const announcementKinds = ['promotion', 'newsletter', 'service_notice'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]
export const announcementStatuses = ['sending', 'sent', 'stopped'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]

const announcementText = z.strictObject({
  title: z.string().check(
    z.trim(),
    z.minLength(1, says('title_required')),
    atMost(limits.announcementTitleMax),
    noControls,
    z.refine((text) => text.isWellFormed(), says('control_characters')),
  ),
  text: lines({ max: limits.announcementTextMax }).check(z.trim(), z.minLength(1, says('message_required'))),
})
export type AnnouncementText = z.output<typeof announcementText>

/** English is for readers whose language has no text. */
const texts = z.strictObject({
  en: announcementText,
  vi: z.optional(announcementText),
  ru: z.optional(announcementText),
})
export type AnnouncementTexts = z.output<typeof texts>

export const announcement = z.object({
  id,
  kind: z.enum(announcementKinds),
  texts,
  by_notification: z.boolean(),
  by_email: z.boolean(),
  status: z.enum(announcementStatuses),
  created_by: z.object({ id, name: z.string() }),
  created_at: time,
  ended_at: z.nullable(time),
  /** Notifications added so far. */
  notified: z.int(),
  /** Emails: `queued` are all so far, including those that are sent, failed or unwanted by now. */
  emails: z.object({
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    /** The recipient unsubscribed or was deleted before the email was sent. */
    unwanted: z.int(),
  }),
})
export type Announcement = z.output<typeof announcement>

const staff = { access: 'admin', needs: 'settings' } as const
const oneAnswer = z.object({ success: z.literal(true), announcement })

export const listAnnouncements = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/announcements',
  summary: 'Announcements to customers, the newest first, with their progress',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      announcements: z.array(announcement),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})

const readers = z.object({ customers: z.int(), emails: z.int() })
export type AnnouncementReaders = z.output<typeof readers>

export const countAnnouncementReaders = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/announcements/readers',
  summary:
    'How many customers an announcement of each kind would reach, and how many of them have a confirmed email address; at most five minutes old',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      readers: z.object({ promotion: readers, newsletter: readers, service_notice: readers }),
      /** If false, emails wait. */
      has_mail_server: z.boolean(),
    }),
  },
  errors: [],
})

export const createAnnouncement = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/announcements',
  summary:
    'Sends a notification, an email or both to every active customer, or to those who opted in, in the background and once to each',
  idempotent: true,
  body: z
    .strictObject({
      kind: z.enum(announcementKinds),
      texts,
      by_notification: z.boolean(),
      by_email: z.boolean(),
    })
    .check(
      z.refine((body) => body.by_notification || body.by_email, {
        error: says('way_required'),
        path: ['by_notification'],
      }),
    ),
  answer: { status: 201, schema: oneAnswer },
  errors: ['idempotency_key_reused'],
})

export const stopAnnouncement = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/announcements/:id/stop',
  summary: 'Stops it: no further reader gets it, and queued emails are not sent',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: oneAnswer },
  errors: ['not_found', 'state_conflict'],
})

export function textFor(given: AnnouncementTexts, language: Language): AnnouncementText {
  return given[language] ?? given.en
}

export function languagesOf(given: AnnouncementTexts): Language[] {
  return languages.filter((language) => given[language] !== undefined)
}
