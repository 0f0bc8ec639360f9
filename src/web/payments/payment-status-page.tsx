export default function PaymentStatusPage() {
  return <h1 tabIndex={-1}>Payment</h1>
}
