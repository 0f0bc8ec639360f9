export default function RefundPage() {
  return <h1 tabIndex={-1}>Refund</h1>
}
