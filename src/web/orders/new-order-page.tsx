export default function NewOrderPage() {
  return <h1 tabIndex={-1}>New Order</h1>
}
