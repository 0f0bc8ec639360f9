/** Actions in the audit log: subject and verb. Their names are in `words/`. */
export const staffActions = [
  'user.update',
  'user.invite',
  'user.sign_out',
  'user.view',
  'user.reset_two_factor',
  'user.delete',
  'order.retry',
  'order.complete',
  'order.change_provider',
  'order.set_partial',
  'order.refund',
  'order.cancel',
  'order.refill',
  'order.dismiss',
  'order.release',
  'deposit.enter',
  'deposit.credit',
  'deposit.refuse',
  'deposit.dismiss',
  'ticket.reply',
  'ticket.resolve',
  'ticket.assign',
  'ticket.note',
  'canned_reply.create',
  'canned_reply.update',
  'canned_reply.delete',
  'service.create',
  'service.update',
  'service.bulk',
  'service.place',
  'service.supplies',
  'service.delete',
  'service.clean_names',
  'service.undo_names',
  'category.place',
  'provider.create',
  'provider.update',
  'provider.pause',
  'provider.resume',
  'provider.release',
  'provider.sync',
  'provider.reprice',
  'provider.import',
  'provider.sandbox',
  'provider.delete',
  'provider.teach',
  'provider.forget',
  'import.undo',
  'announcement.send',
  'announcement.stop',
  'contact.answer',
  'letter.send_again',
  'job.retry',
  'settings.update',
  'settings.logo',
  'api_key.revoke',
] as const
export type StaffActionCode = (typeof staffActions)[number]

type SubjectOf<Code> = Code extends `${infer Subject}.${string}` ? Subject : never
export type StaffSubject = SubjectOf<StaffActionCode>

export function subjectOf(action: string): string {
  return action.slice(0, action.indexOf('.'))
}

export const staffSubjects = [...new Set(staffActions.map(subjectOf))] as StaffSubject[] // each is of an action
