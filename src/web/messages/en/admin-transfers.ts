import { texts } from '#web/platform/i18n/table.ts'

/** Payments that staff confirm. */
export const adminTransfers = texts({
  transfer: 'Transfer',
  reference: 'Transfer reference',
  notSent: 'Not sent yet',
  note: 'Reference we asked for',
  sentAt: 'Reported',
  refusal: 'Told to the customer',
  proofs: 'Proof of payment',
  save: 'Save {name} ({size})',
  saveFailed: 'The file could not be saved. Please try again.',
  sameReference: 'This reference was already credited:',
  deposit: 'deposit {id}',
  referenceHint: 'As on your statement. A reference is credited once.',
  aboveLimit: 'Above {limit} another staff member must approve the credit.',
  propose: 'Propose Credit',
  creditNote: "What arrived, once and for all. Its reference can't be credited again.",
  refuseNote: 'Nothing is credited. The customer reads your reason.',
  refuseDoes: '{email} reads your reason. The balance stays as it is.',
  refuseReasonHint:
    'The customer reads it on the page of the payment and by email. It is also in the audit log with your name.',
  proposal: 'Proposed credit',
  proposedBy: '{name} proposed to credit {amount}.',
  reason: 'Reason',
  ownProposal: 'You proposed this credit. Another staff member must approve it.',
  approve: 'Approve {amount}',
  reject: 'Reject Proposal',
  rejectReason: 'Reason for rejecting',
  withdraw: 'Withdraw Proposal',
  withdrawReason: 'Reason for withdrawing',
  decided: 'The decision was carried out.',
})
