import { pathOfStaffNotification } from '#contract/messaging/notification-codes.ts'
import type { Notification } from '#contract/messaging/notifications.ts'

/** The page of what a notification is about; undefined if there is none. */
export function placeOf({
  order_id: orderId,
  reference_id: reference,
  ticket_id: ticketId,
  code,
  details,
}: Notification): string | undefined {
  if (orderId !== undefined) return `/orders/${orderId}`
  if (reference !== undefined) return `/add-funds/success?order_id=${encodeURIComponent(reference)}`
  const place = pathOfStaffNotification(code)
  if (place !== undefined) return place
  const { provider_id: providerId, service_id: serviceId, deposit } = details
  if (code === 'favourite_off' || code === 'favourites_changed') return '/services?favourites=1'
  if (code === 'api_services_changed') return '/services'
  if (code === 'balance_low') return '/add-funds'
  if (serviceId !== undefined) return `/new-order?service=${serviceId}`
  if (providerId !== undefined) return `/admin/providers/${providerId}`
  if (deposit !== undefined) return `/admin/deposits/${deposit}`
  return ticketId === undefined ? undefined : `/support/tickets/${ticketId}`
}

/** The same below the bell: the full text of an announcement is on the notifications page. */
export function placeFromAfar(notification: Notification): string | undefined {
  return placeOf(notification) ?? (notification.code === 'announcement' ? '/notifications' : undefined)
}
