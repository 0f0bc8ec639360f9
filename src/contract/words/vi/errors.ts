import { formatIn } from '#contract/base/format.ts'
import { decimalsOfShortfall } from '#contract/base/money.ts'
import type { ErrorWords } from '#contract/words/words.ts'

const { money, number } = formatIn('vi')

export const errors: ErrorWords = {
  invalid_json: 'Nội dung yêu cầu không phải JSON hợp lệ',
  invalid_parameter: {
    not_understood: 'Tham số không xác định',
    parameter: ({ parameter }) => `Tham số không xác định: ${parameter}`,
    idempotency_key: 'Idempotency-Key phải gồm 1 đến 255 ký tự ASCII hiển thị được',
    user_id_required: 'Cần có ID người dùng',
    not_a_request: 'Yêu cầu không hợp lệ',
    form: 'Không đọc được biểu mẫu',
    period_too_long: ({ lines, max }) =>
      `Khoảng thời gian này có ${number(lines)} giao dịch, nhưng sao kê chỉ hiển thị tối đa ${number(max)}. Hãy chọn khoảng ngắn hơn hoặc tải tệp CSV.`,
  },
  authentication_required: 'Cần đăng nhập',
  invalid_credentials: 'Đăng nhập thất bại. Vui lòng kiểm tra thông tin đăng nhập và thử lại.',
  two_factor_required: 'Cần mã xác thực hai yếu tố',
  invalid_signature: 'Chữ ký không đúng',
  insufficient_balance: ({ required, available }) => {
    const decimals = decimalsOfShortfall(required, available)
    return `Số dư không đủ. Cần: ${money(required, decimals)}, hiện có: ${money(available, decimals)}`
  },
  daily_limit_reached: ({ limit, spent }) =>
    `Các khóa API của bạn được chi tối đa ${money(limit, 2)} mỗi ngày và hôm nay đã chi ${money(spent, 2)}`,
  insufficient_permissions: 'Bạn không có quyền thực hiện',
  test_key: 'Đây là khóa thử nghiệm, chỉ dùng được cho /api/v2.',
  two_factor_setup_required: 'Nhân viên bắt buộc dùng xác thực hai yếu tố. Vui lòng thiết lập trước.',
  view_only: 'Bạn chỉ đang xem tài khoản này nên không thể thay đổi gì',
  proof_required: ({ two_factor: hasTwoFactor }) =>
    hasTwoFactor ? 'Nhập mật khẩu hoặc mã xác thực hai yếu tố để tiếp tục' : 'Nhập lại mật khẩu để tiếp tục',
  email_unconfirmed: 'Hãy xác nhận địa chỉ email của bạn trước',
  account_blocked: 'Tài khoản này đã bị chặn. Vui lòng liên hệ hỗ trợ.',
  not_found: 'Không tìm thấy',
  user_not_found: 'Không tìm thấy người dùng',
  order_not_found: 'Không tìm thấy đơn hàng',
  service_not_found: 'Dịch vụ này hiện không có',
  provider_not_found: 'Không tìm thấy nhà cung cấp',
  deposit_not_found: 'Không tìm thấy khoản thanh toán',
  ticket_not_found: 'Không tìm thấy yêu cầu hỗ trợ',
  setup_link_invalid: 'Liên kết thiết lập này không hợp lệ hoặc đã được dùng',
  confirmation_invalid: 'Liên kết xác nhận này đã hết hạn',
  unsubscribe_invalid:
    'Liên kết hủy nhận này không hợp lệ. Bạn có thể thay đổi thông báo trong phần cài đặt.',
  reset_token_invalid: 'Token đặt lại mật khẩu không hợp lệ hoặc đã hết hạn',
  invitation_invalid: 'Lời mời này đã hết hạn',
  registration_closed: 'Hiện đang tạm ngừng đăng ký',
  email_taken: 'Đã có tài khoản dùng email này',
  name_taken: 'Tên ngắn này đã được dùng',
  username_taken: 'Tên người dùng này đã được dùng',
  service_unavailable: () => 'Dịch vụ này hiện không khả dụng. Vui lòng chọn dịch vụ khác.',
  link_blocked: 'Chúng tôi không nhận đơn cho liên kết này. Vui lòng dùng liên kết khác.',
  category_blocked: 'Hiện chúng tôi không nhận đơn thuộc danh mục này. Vui lòng chọn dịch vụ khác.',
  price_changed: () => 'Giá của dịch vụ này đã thay đổi. Vui lòng kiểm tra và thử lại.',
  balance_owed: ({ owed }) =>
    `Bạn đang nợ ${money(owed)} do một khoản thanh toán bị thu hồi. Hãy nạp tiền để trả nợ, sau đó bạn có thể đặt đơn tiếp.`,
  balance_changed: 'Số dư đã thay đổi kể từ khi hiển thị',
  idempotency_key_reused: 'Idempotency-Key này đã được dùng cho yêu cầu khác',
  refund_limit_reached: ({ limit, left }) =>
    `Bạn được hoàn tối đa ${money(limit)} mỗi ngày. Hôm nay còn ${money(left)}`,
  last_admin: 'Không thể hạ quyền quản trị viên cuối cùng của hệ thống.',
  last_admin_delete: 'Không thể xóa tài khoản quản trị viên cuối cùng.',
  user_changed: ({ balance, open_orders: open }) =>
    `Tài khoản này có số dư ${money(balance)} và ${number(open)} đơn đang mở. Vui lòng kiểm tra lại.`,
  refill_not_available: 'Đơn này không thể bảo hành',
  cancel_not_available: 'Đơn này không thể hủy',
  ticket_closed: 'Yêu cầu này đã đóng. Vui lòng tạo yêu cầu mới.',
  ticket_full: 'Yêu cầu này đã đạt độ dài tối đa. Vui lòng tạo yêu cầu mới.',
  favourites_full: ({ max }) =>
    `Bạn có thể lưu tối đa ${number(max)} dịch vụ yêu thích. Hãy bỏ bớt một dịch vụ trước.`,
  state_conflict: {
    has_password: 'Người dùng này đã đặt mật khẩu',
    user_blocked: 'Người dùng này đã bị chặn',
    two_factor_on: 'Xác thực hai yếu tố đã được bật',
    two_factor_off: 'Xác thực hai yếu tố chưa được bật',
    two_factor_not_begun: 'Lần thiết lập này đã hết hạn. Vui lòng bắt đầu lại.',
    two_factor_own: 'Cần một nhân viên khác đặt lại xác thực hai yếu tố của bạn',
    views_full: ({ max }) => `Bạn có thể lưu tối đa ${max} chế độ xem. Hãy xóa bớt một chế độ trước.`,
    not_editable: 'Không sửa được mục này ở trạng thái hiện tại của đơn',
    being_sent: 'Đơn đang được gửi đi',
    refunded_meanwhile: 'Vừa có một phần được hoàn. Vui lòng kiểm tra lại.',
    nothing_to_refund: 'Không còn gì để hoàn tiền',
    nothing_to_look_at: 'Không có gì cần duyệt',
    undecided: 'Đơn này cần được xử lý: chưa rõ nhà cung cấp đã nhận hay chưa',
    not_failed: 'Mục này không còn lỗi: đã được đưa lại vào hàng đợi hoặc đã xong',
    not_in_review: ({ status, dispatch }) =>
      `Đơn này không chờ duyệt: trạng thái là ${status} và ${dispatch}`,
    nothing_to_teach: 'Phản hồi của nhà cung cấp không có nội dung để nhận diện câu từ chối',
    not_possible: ({ status, dispatch }) => `Không thực hiện được khi trạng thái là ${status} và ${dispatch}`,
    order_moved: ({ status, dispatch }) =>
      `Đơn đã thay đổi sau khi bạn mở: trạng thái hiện là ${status} và ${dispatch}. Hãy kiểm tra và quyết định lại.`,
    provider_order_held: ({ provider_order: id, held_by: holder }) =>
      `Đơn ${id} của nhà cung cấp thuộc về đơn ${holder}`,
    holds_no_such_order: 'Đơn này không có ID đó ở nhà cung cấp',
    named_twice: 'Đơn này xuất hiện hai lần',
    refill_open: 'Đơn đang được bảo hành',
    too_many_unknown: 'Quá nhiều đơn chưa xác nhận để liệt kê',
    supply_not_fit:
      'Nhà cung cấp này không nhận được đơn: đang tắt, thuộc dịch vụ khác hoặc giá vốn cao hơn số tiền khách đã trả',
    remains_not_fit: 'Phần còn lại của đơn không nhiều như vậy',
    refund_above: ({ left }) => `Bạn có thể hoàn tối đa ${money(left)}`,
    selection_changed: 'Các mục đã chọn đã thay đổi. Vui lòng kiểm tra lại.',
    supplies_changed: 'Có người vừa thay đổi nhà cung cấp của dịch vụ này. Vui lòng kiểm tra lại.',
    supplies_many: ({ max }) => `Mỗi dịch vụ có tối đa ${number(max)} nhà cung cấp`,
    supply_elsewhere: ({ service_id: id, name }) =>
      `Dịch vụ này của nhà cung cấp đã thuộc dịch vụ ${id}, ${name}`,
    supply_not_offered: ({ name }) => `${name} không có dịch vụ này`,
    supply_type_differs: ({ type, service_type: own }) =>
      `Nhà cung cấp bán loại ${type}, nhưng dịch vụ này thuộc loại ${own}`,
    announcement_ended: 'Không còn gì để gửi',
    not_fenced:
      'Hệ thống đã tiếp tục vận hành, hoặc cơ sở dữ liệu vừa được khôi phục lần nữa. Hãy tải lại trang.',
    answered_meanwhile: ({ name }) =>
      `${name} vừa trả lời. Hãy đọc, rồi gửi lại câu trả lời của bạn nếu vẫn phù hợp.`,
    assigned_meanwhile: ({ name }) =>
      name === null ? 'Yêu cầu này không còn ai phụ trách' : `${name} vừa được giao yêu cầu này`,
    replies_many: ({ max }) => `Bạn có thể lưu tối đa ${number(max)} câu trả lời mẫu`,
    reference_entered: ({ deposit_id: id }) => `Mã tham chiếu này đã được nhập ở khoản nạp ${id}`,
    deposit_moved: ({ status }) =>
      `Khoản nạp đã thay đổi sau khi bạn mở: trạng thái hiện là ${status}. Hãy kiểm tra và quyết định lại.`,
    credited_already: 'Khoản thanh toán này đã được cộng',
    not_credited: 'Khoản thanh toán này chưa được cộng',
    reversed_meanwhile: 'Khoản thu hồi vừa thay đổi. Hãy tải lại trang rồi thử lại.',
    reversed_already: 'Mục này đã được ghi nhận',
    refused_already: 'Khoản thanh toán này đã bị từ chối',
    transfer_sent: 'Bạn đã báo khoản chuyển này. Hãy liên hệ hỗ trợ để hủy.',
    own_proposal: 'Bạn đã đề xuất khoản cộng này. Cần một nhân viên khác duyệt.',
    proposed_already: 'Đã có một đề xuất cộng tiền. Hãy duyệt hoặc từ chối đề xuất đó trước.',
    nothing_proposed: 'Đề xuất cộng tiền không còn nữa',
    proposal_changed: 'Đề xuất đã thay đổi sau khi bạn mở. Hãy kiểm tra và quyết định lại.',
    approver_missing: ({ limit }) =>
      `Khoản cộng trên ${money(limit)} cần người thứ hai duyệt, nhưng không còn ai khác duyệt được. Hãy nhờ chủ sở hữu thêm một nhân viên có quyền “Tiền”.`,
    second_person_needed: ({ limit }) =>
      `Một người chỉ nhập được tối đa ${money(limit)} cho một khách hàng trong 24 giờ. Nếu nhiều hơn, hãy nhờ khách hàng mở một khoản thanh toán bằng phương thức thủ công rồi cộng khoản đó với người thứ hai.`,
    decided_already: 'Khoản thanh toán này đã được xử lý',
    balance_too_high: ({ max }) => `Số dư không thể vượt quá ${money(max)}`,
    test_key_alive: 'Bạn đã có khóa thử nghiệm. Hãy đổi hoặc thu hồi khóa đó trước.',
    keys_alive: ({ max, name }) =>
      `Bạn có thể có tối đa ${number(max)} khóa${name === undefined ? '' : ` tên “${name}”`} đang hoạt động. Hãy thu hồi một khóa trước.`,
    needs_key: 'Hãy nhập khóa API trước khi bật nhà cung cấp',
    not_held: 'Nhà cung cấp này không bị tạm chặn',
    has_no_key: ({ name }) => `${name} chưa có khóa API. Vui lòng nhập khóa trước.`,
    key_unreadable: ({ name }) => `Không đọc được khóa API đã lưu của ${name}. Vui lòng nhập lại.`,
    sandbox_address: 'Địa chỉ do sandbox tự đặt',
    play_money:
      'Đây là cơ sở dữ liệu thử nghiệm nên không kết nối được với hệ thống thật. Để vận hành thật, hãy chạy npm run go-live.',
    provider_off: 'Nhà cung cấp đang tắt',
    provider_in_use: 'Vẫn còn dịch vụ hoặc đơn hàng dùng nhà cung cấp này. Hãy tắt thay vì xóa.',
    currency_unsettled: ({ name, currency, account_currency: own }) =>
      `Số dư tại ${name} tính bằng ${currency}, nhưng tài khoản đặt là ${own}. Vui lòng sửa loại tiền trước.`,
    currency_changed: ({ name }) => `Loại tiền của ${name} vừa thay đổi. Vui lòng nhập lại dịch vụ.`,
    prices_unconfirmed: ({ services }) =>
      `Thao tác này tính lại ${number(services)} giá. Hãy xem trước bằng dry_run, rồi xác nhận bằng mã seal kèm theo.`,
    prices_changed: 'Giá đã thay đổi. Vui lòng kiểm tra lại.',
    import_running: 'Lần nhập này vẫn đang chạy. Bạn có thể hoàn tác khi đã xong.',
    import_undone: 'Lần nhập này đã được hoàn tác',
    import_not_last: 'Chỉ hoàn tác được lần nhập gần nhất của nhà cung cấp, trong vòng 30 ngày',
    backups_off: 'Sao lưu tự động đang tắt. Vui lòng bật trước.',
    backup_running: 'Đang tạo một bản sao lưu',
    backup_not_there: 'Tệp của bản sao lưu này không có hoặc chưa có',
    section_changed: () => 'Người khác vừa thay đổi các cài đặt này. Chưa lưu gì cả.',
  },
  payment_method_unavailable: 'Phương thức thanh toán này hiện không khả dụng',
  provider_unknown:
    'Địa chỉ này không thuộc nhà cung cấp nào của bạn. Hãy thêm làm nhà cung cấp với khóa API, rồi nhập.',
  payload_too_large: 'Yêu cầu quá lớn',
  attachment_too_large: 'Một số tệp vượt quá giới hạn 2 MB',
  attachment_refused: {
    type: ({ name }) => `Không hỗ trợ loại tệp của ${name}. Các loại được phép: ảnh, PDF, Word và Excel`,
    type_in_reply: ({ name }) => `Không hỗ trợ loại tệp của ${name}. Các loại được phép: ảnh, PDF và Word`,
    no_picture: ({ name }) => `Không hỗ trợ loại ảnh của ${name}. Các loại được phép: PNG, JPEG, WebP và GIF`,
    damaged: ({ name }) => `${name} bị hỏng hoặc không đúng loại tệp`,
    pixels: ({ name }) => `${name} có quá nhiều điểm ảnh`,
    macros: ({ name }) => `${name} có chứa macro`,
  },
  unsupported_media_type: 'Không hỗ trợ loại nội dung này',
  range_not_satisfiable: 'Phần được yêu cầu không tồn tại',
  invalid_fields: () => 'Vui lòng kiểm tra các ô được đánh dấu',
  unknown_field: () => 'Vui lòng kiểm tra các ô được đánh dấu',
  url_refused: {
    no_address: 'Đây không phải địa chỉ web',
    scheme: 'Địa chỉ phải bắt đầu bằng https:// hoặc http://',
    credentials: 'Địa chỉ không được chứa tên người dùng hoặc mật khẩu',
    not_public: 'Địa chỉ này không nằm trên internet công cộng',
  },
  rate_limited: 'Quá nhiều lần thử. Vui lòng chờ rồi thử lại.',
  internal_error: 'Lỗi máy chủ',
  provider_failed: {
    unreachable: 'Hiện không kết nối được tới nhà cung cấp',
    said: ({ error }) => `Nhà cung cấp phản hồi: ${error}`,
    http_status: ({ http_status: status }) => `Nhà cung cấp phản hồi HTTP ${status}`,
    moved: ({ location }) => `Nhà cung cấp đã chuyển sang ${location}. Hãy nhập địa chỉ đó.`,
    not_understood: 'API trả về dữ liệu không hợp lệ',
    no_services: 'API không có dịch vụ nào',
    refill_unclear:
      'Phản hồi của nhà cung cấp không rõ ràng. Có thể đơn đã được bảo hành; chúng tôi sẽ kiểm tra.',
  },
  gateway_failed: 'Hiện không kết nối được tới cổng thanh toán. Vui lòng thử lại.',
  maintenance: ({ message }) => message ?? 'Trang web đang bảo trì. Vui lòng thử lại sau.',
  fenced:
    'Cơ sở dữ liệu vừa được khôi phục từ bản sao lưu. Chưa thể thay đổi gì cho đến khi chủ sở hữu cho tiếp tục vận hành.',
  unavailable: 'Một phần hệ thống hiện không khả dụng. Vui lòng thử lại.',
}
