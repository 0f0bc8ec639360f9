import type { Fault } from '#contract/base/faults.ts'
import type { Bucket } from '#server/integrations/outgoing/bucket.ts'
import { type Network, parseNetwork } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { FileStores } from '#server/modules/attachments/archived-files.ts'

import type { BackupPlace } from './backup-place.ts'

/** The message to the process that makes or checks a backup. */
export type BackupTask = {
  place: BackupPlace
  name: string
  passphrase: string | undefined
  /** Names that the folder must already contain. */
  present: readonly string[]
  /** The expected size. */
  bytes: number
} & ({ work: 'write'; ownerUrl: string; files: FileStores } | { work: 'check' })

/** Messages from the process; the last one is one of the last three. */
export type BackupReport =
  | { is: 'upload'; id: string }
  | { is: 'progress'; bytes: number }
  | { is: 'written'; bytes: number; missingFiles: number }
  | { is: 'checked'; findings: number }
  /** `error`: for the log, if it is a bug. */
  | { is: 'failed'; fault: Fault; error?: string }

export type BackupEnd = Extract<BackupReport, { is: 'written' | 'checked' | 'failed' }>

/** Serialized for another process: networks as text, since objects lose their methods. */
export type SentTask = { task: BackupTask; networks: string[] }

export function packTask(task: BackupTask, networks: readonly Network[]): SentTask {
  return { task: withNetworks(task, []), networks: networks.map((network) => network.join('/')) }
}

export function unpackTask({ task, networks }: SentTask): BackupTask {
  return withNetworks(
    task,
    networks.map((text) => parseNetwork(text)).filter((network) => network !== undefined),
  )
}

function withNetworks(task: BackupTask, allowedNetworks: readonly Network[]): BackupTask {
  const reach = (bucket: Bucket) => ({ ...bucket, allowedNetworks })
  const place =
    task.place.store === 'bucket' ? { ...task.place, bucket: reach(task.place.bucket) } : task.place
  if (task.work === 'check') return { ...task, place }
  const { bucket } = task.files
  return { ...task, place, files: { ...task.files, bucket: bucket && reach(bucket) } }
}
