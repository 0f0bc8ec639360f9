import { formatIn } from '#contract/base/format.ts'
import { decimalsOfShortfall } from '#contract/base/money.ts'
import type { ErrorWords } from '#contract/words/words.ts'

const { money, number } = formatIn('vi')

export const errors: ErrorWords = {
  invalid_json: 'Nội dung yêu cầu không phải JSON hợp lệ',
  invalid_parameter: {
    not_understood: 'Có tham số không có nghĩa ở đây',
    parameter: ({ parameter }) => `Tham số ${parameter} không có nghĩa ở đây`,
    idempotency_key: 'Idempotency-Key phải gồm 1 đến 255 ký tự ASCII hiển thị được',
    user_id_required: 'Cần có ID người dùng',
    not_a_request: 'Đây không phải là một yêu cầu',
    form: 'Không đọc được biểu mẫu',
    period_too_long: ({ lines, max }) =>
      `Khoảng thời gian này có ${number(lines)} giao dịch, còn bản sao kê hiển thị tối đa ${number(max)}. Vui lòng chọn khoảng ngắn hơn hoặc tải tệp CSV.`,
  },
  authentication_required: 'Cần đăng nhập',
  invalid_credentials: 'Đăng nhập không thành công. Vui lòng kiểm tra thông tin và thử lại.',
  two_factor_required: 'Cần mã xác thực hai yếu tố',
  invalid_signature: 'Chữ ký không đúng',
  insufficient_balance: ({ required, available }) => {
    const decimals = decimalsOfShortfall(required, available)
    return `Số dư không đủ. Cần: ${money(required, decimals)}, hiện có: ${money(available, decimals)}`
  },
  daily_limit_reached: ({ limit, spent }) =>
    `Các khóa API của bạn được chi tối đa ${money(limit, 2)} mỗi ngày, và hôm nay đã chi ${money(spent, 2)}`,
  insufficient_permissions: 'Bạn không có quyền thực hiện',
  test_key: 'Đây là khóa thử nghiệm, chỉ dùng được cho /api/v2.',
  two_factor_setup_required: 'Nhân viên ở đây cần xác thực hai yếu tố. Vui lòng thiết lập trước.',
  view_only: 'Bạn chỉ đang xem tài khoản này: không thể thay đổi gì',
  proof_required: ({ two_factor: hasTwoFactor }) =>
    hasTwoFactor ? 'Nhập mật khẩu hoặc mã xác thực hai yếu tố để tiếp tục' : 'Nhập lại mật khẩu để tiếp tục',
  email_unconfirmed: 'Hãy xác nhận địa chỉ email của bạn trước',
  account_blocked: 'Tài khoản này đã bị khóa. Vui lòng liên hệ hỗ trợ.',
  not_found: 'Không có gì ở đây',
  user_not_found: 'Không tìm thấy người dùng',
  order_not_found: 'Không tìm thấy đơn hàng',
  service_not_found: 'Dịch vụ này hiện không có',
  provider_not_found: 'Không có nhà cung cấp này',
  deposit_not_found: 'Không có khoản thanh toán này',
  ticket_not_found: 'Không tìm thấy yêu cầu hỗ trợ',
  setup_link_invalid: 'Liên kết thiết lập này không hợp lệ hoặc đã được dùng',
  confirmation_invalid: 'Liên kết xác nhận này không còn hiệu lực',
  unsubscribe_invalid:
    'Liên kết hủy đăng ký này không hợp lệ. Bạn có thể đổi những gì muốn nhận trong phần cài đặt.',
  reset_token_invalid: 'Token đặt lại mật khẩu không hợp lệ hoặc đã hết hạn',
  invitation_invalid: 'Lời mời này không còn hiệu lực',
  registration_closed: 'Hiện đang tạm ngừng đăng ký',
  email_taken: 'Email này đã có tài khoản',
  name_taken: 'Tên ngắn này đã được dùng',
  username_taken: 'Tên người dùng này đã có người dùng',
  service_unavailable: () =>
    'Hiện không thể thực hiện dịch vụ này với giá đã nêu. Vui lòng chọn dịch vụ khác.',
  link_blocked: 'Chúng tôi không nhận đơn cho liên kết này. Vui lòng chọn liên kết khác.',
  category_blocked: 'Hiện chúng tôi không nhận đơn trong danh mục này. Vui lòng chọn dịch vụ khác.',
  price_changed: () => 'Giá của dịch vụ này đã thay đổi. Vui lòng kiểm tra và thử lại.',
  balance_owed: ({ owed }) =>
    `Bạn đang nợ ${money(owed)} do một khoản thanh toán bị thu hồi. Hãy nạp tiền để trả nợ, sau đó bạn có thể đặt đơn tiếp.`,
  balance_changed: 'Số dư đã thay đổi kể từ khi hiển thị',
  idempotency_key_reused: 'Idempotency-Key này đã được dùng cho yêu cầu khác',
  refund_limit_reached: ({ limit, left }) =>
    `Bạn được hoàn tối đa ${money(limit)} mỗi ngày, hôm nay còn ${money(left)}`,
  last_admin: 'Không thể hạ quyền quản trị viên cuối cùng của hệ thống.',
  last_admin_delete: 'Không thể xóa tài khoản quản trị viên cuối cùng.',
  user_changed: ({ balance, open_orders: open }) =>
    `Tài khoản này có số dư ${money(balance)} và ${number(open)} đơn hàng đang mở. Vui lòng kiểm tra lại.`,
  refill_not_available: 'Đơn này không thể bảo hành',
  cancel_not_available: 'Đơn này không thể hủy',
  ticket_closed: 'Yêu cầu này đã đóng. Vui lòng tạo yêu cầu mới.',
  ticket_full: 'Yêu cầu này đã đạt độ dài tối đa. Vui lòng tạo yêu cầu mới.',
  favourites_full: ({ max }) =>
    `Bạn đã có ${number(max)} dịch vụ yêu thích, không thể lưu thêm. Hãy bỏ bớt một dịch vụ trước.`,
  state_conflict: {
    has_password: 'Người dùng này đã đặt mật khẩu',
    user_blocked: 'Người dùng này đã bị chặn',
    two_factor_on: 'Xác thực hai yếu tố đã được bật',
    two_factor_off: 'Xác thực hai yếu tố chưa được bật',
    two_factor_not_begun: 'Lần thiết lập này đã hết hạn. Vui lòng bắt đầu lại.',
    two_factor_own: 'Xác thực hai yếu tố của chính bạn phải do nhân viên khác đặt lại',
    views_full: ({ max }) => `Bạn đã lưu ${max} chế độ xem, không lưu thêm được. Vui lòng xóa bớt một.`,
    not_editable: 'Trạng thái hiện tại của đơn không cho sửa mục này',
    being_sent: 'Đơn đang được gửi đi',
    refunded_meanwhile: 'Một phần đã được hoàn kể từ khi hiển thị. Vui lòng xem lại',
    nothing_to_refund: 'Không còn gì để hoàn tiền',
    nothing_to_look_at: 'Không có gì cần xem xét',
    undecided: 'Cần quyết định trước: chưa rõ nhà cung cấp đã nhận đơn hay chưa',
    not_failed: 'Tác vụ không còn lỗi: đã được chạy lại hoặc đã xong',
    not_in_review: ({ status, dispatch }) => `Không chờ ai xem xét: trạng thái ${status} và ${dispatch}`,
    nothing_to_teach: 'Câu trả lời của nhà cung cấp không có nội dung để nhận diện lời từ chối',
    not_possible: ({ status, dispatch }) => `Không thể thực hiện khi ở trạng thái ${status} và ${dispatch}`,
    order_moved: ({ status, dispatch }) =>
      `Đơn hàng đã thay đổi từ khi bạn mở: hiện ở trạng thái ${status} và ${dispatch}. Vui lòng kiểm tra rồi quyết định lại.`,
    provider_order_held: ({ provider_order: id, held_by: holder }) =>
      `Đơn ${id} của nhà cung cấp thuộc về đơn ${holder}`,
    holds_no_such_order: 'Không giữ đơn nào như vậy của nhà cung cấp',
    named_twice: 'Đơn này được nêu hai lần',
    refill_open: 'Đơn đang được bảo hành',
    too_many_unknown: 'Quá nhiều đơn chưa rõ để liệt kê',
    supply_not_fit:
      'Nguồn này không nhận được đơn: đang tắt, thuộc dịch vụ khác, hoặc giá vốn cao hơn số tiền khách trả',
    remains_not_fit: 'Đơn này không còn nhiều như vậy',
    refund_above: ({ left }) => `Chỉ còn có thể hoàn tối đa ${money(left)}`,
    selection_changed: 'Kết quả sẽ không còn như đã hiển thị. Vui lòng xem lại.',
    supplies_changed: 'Các nguồn của dịch vụ này vừa được thay đổi. Vui lòng xem lại.',
    supplies_many: ({ max }) => `Mỗi dịch vụ có tối đa ${number(max)} nguồn`,
    supply_elsewhere: ({ service_id: id, name }) => `Nguồn này đang thuộc dịch vụ ${id}, ${name}`,
    supply_not_offered: ({ name }) => `${name} không có dịch vụ này`,
    supply_type_differs: ({ type, service_type: own }) =>
      `Nguồn thuộc loại ${type}, còn dịch vụ này thuộc loại ${own}`,
    announcement_over: 'Không còn gì để gửi',
    answered_meanwhile: ({ name }) =>
      `${name} vừa viết trong lúc đó. Hãy đọc; nếu câu trả lời của bạn vẫn phù hợp thì gửi lại.`,
    assigned_meanwhile: ({ name }) =>
      name === null ? 'Yêu cầu này không còn ai nhận' : `${name} vừa nhận yêu cầu này`,
    replies_many: ({ max }) => `Chỉ có tối đa ${number(max)} câu trả lời mẫu`,
    reference_entered: ({ deposit_id: id }) => `Mã tham chiếu này đã được nhập, là khoản nạp ${id}`,
    deposit_moved: ({ status }) =>
      `Khoản nạp đã thay đổi từ khi bạn mở: hiện ở trạng thái ${status}. Vui lòng kiểm tra rồi quyết định lại.`,
    credited_already: 'Khoản thanh toán này đã được cộng',
    not_credited: 'Khoản thanh toán này chưa được cộng',
    reversed_meanwhile: 'Số tiền bị thu hồi đã thay đổi kể từ khi hiển thị. Hãy tải lại rồi thử lại',
    reversed_already: 'Điều này đã được ghi nhận',
    refused_already: 'Khoản thanh toán này đã bị từ chối',
    transfer_sent: 'Bạn đã báo cho chúng tôi về khoản chuyển này. Liên hệ hỗ trợ để hủy.',
    own_proposal: 'Chính bạn đã đề xuất khoản cộng này. Một nhân viên khác phải duyệt.',
    proposed_already: 'Đã có một đề xuất cộng tiền. Hãy duyệt hoặc từ chối đề xuất đó trước.',
    nothing_proposed: 'Không còn đề xuất cộng tiền nào',
    proposal_changed: 'Đề xuất đã thay đổi từ khi bạn mở trang. Hãy kiểm tra và quyết định lại.',
    approver_missing: ({ limit }) =>
      `Khoản cộng trên ${money(limit)} cần người thứ hai, nhưng không còn ai khác duyệt được. Hãy nhờ chủ trang thêm một nhân viên có quyền về tiền.`,
    second_person_needed: ({ limit }) =>
      `Một người chỉ nhập được tối đa ${money(limit)} cho một khách hàng trong 24 giờ. Nếu nhiều hơn, hãy nhờ khách hàng mở một khoản thanh toán bằng phương thức thủ công rồi cộng khoản đó với người thứ hai.`,
    decided_already: 'Khoản thanh toán này đã được quyết định',
    balance_too_high: ({ max }) => `Số dư không thể vượt quá ${money(max)}`,
    test_key_alive: 'Bạn đã có khóa thử nghiệm. Hãy đổi khóa hoặc thu hồi khóa đó trước.',
    keys_alive: ({ max, name }) =>
      `Tối đa ${number(max)} khóa${name === undefined ? '' : ` tên “${name}”`} còn hiệu lực cùng lúc. Vui lòng thu hồi một khóa trước.`,
    needs_key: 'Vui lòng nhập khóa trước khi bật nhà cung cấp',
    not_held: 'Nhà cung cấp này không bị tạm giữ.',
    has_no_key: ({ name }) => `${name} chưa có khóa API. Vui lòng nhập khóa trước.`,
    key_unreadable: ({ name }) => `Không đọc được khóa API đã lưu của ${name}. Vui lòng nhập lại.`,
    sandbox_address: 'Địa chỉ của môi trường thử do chính môi trường thử đặt',
    play_money:
      'Cơ sở dữ liệu này bắt đầu với môi trường thử nên tiền trong đó không phải tiền thật, và không kết nối gì thật vào đó. Hãy tạo cơ sở dữ liệu mới cho tiền thật: npm run go-live',
    provider_off: 'Nhà cung cấp đang tắt',
    provider_in_use: 'Vẫn còn dịch vụ hoặc đơn hàng dùng nhà cung cấp này. Hãy tắt thay vì xóa.',
    currency_unsettled: ({ name, currency, account_currency: own }) =>
      `Số dư tại ${name} tính bằng ${currency}, còn tài khoản ghi ${own}. Vui lòng thống nhất đơn vị tiền tệ trước.`,
    currency_changed: ({ name }) => `Đơn vị tiền tệ của ${name} vừa thay đổi. Vui lòng nhập lại.`,
    prices_unconfirmed: ({ services }) =>
      `Thao tác này đặt lại ${number(services)} mức giá. Hãy xem trước bằng dry_run rồi xác nhận bằng mã kèm theo.`,
    prices_changed: 'Giá đã thay đổi kể từ khi hiển thị. Vui lòng xem lại.',
    import_running: 'Lần nhập này vẫn đang chạy. Có thể hoàn tác khi nó kết thúc.',
    import_undone: 'Lần nhập này đã được hoàn tác',
    import_not_last: 'Chỉ có thể hoàn tác lần nhập cuối cùng có thay đổi của một nhà cung cấp, trong 30 ngày',
    section_changed: () => 'Người khác đã đổi phần cài đặt này sau khi bạn mở nó. Chưa có gì được lưu.',
  },
  payment_method_unavailable: 'Phương thức thanh toán này hiện chưa dùng được',
  provider_unknown:
    'Địa chỉ này không thuộc nhà cung cấp nào của bạn. Hãy thêm nhà cung cấp cùng khóa của họ rồi nhập.',
  payload_too_large: 'Yêu cầu quá lớn',
  attachment_too_large: 'Có tệp vượt quá giới hạn 2 MB',
  attachment_refused: {
    type: ({ name }) => `${name} không thuộc loại tệp được nhận: ảnh, PDF, Word và Excel`,
    type_in_reply: ({ name }) => `${name} không thuộc loại tệp được nhận khi trả lời: ảnh, PDF và Word`,
    no_picture: ({ name }) => `${name} không phải loại ảnh được nhận: PNG, JPEG, WebP và GIF`,
    damaged: ({ name }) => `Không đọc được ${name}, hoặc tệp không chỉ là loại như đã ghi`,
    pixels: ({ name }) => `${name} có quá nhiều điểm ảnh`,
    macros: ({ name }) => `${name} có chứa macro`,
  },
  unsupported_media_type: 'Loại nội dung này không được chấp nhận',
  range_not_satisfiable: 'Không có phần này',
  invalid_fields: () => 'Vui lòng kiểm tra các ô được đánh dấu',
  unknown_field: () => 'Vui lòng kiểm tra các ô được đánh dấu',
  url_refused: {
    no_address: 'Đây không phải địa chỉ web',
    scheme: 'Địa chỉ phải bắt đầu bằng https:// hoặc http://',
    credentials: 'Địa chỉ không được chứa tên người dùng hoặc mật khẩu',
    not_public: 'Địa chỉ này không dẫn ra internet công cộng',
  },
  rate_limited: 'Quá nhiều lần thử. Vui lòng chờ rồi thử lại.',
  internal_error: 'Lỗi máy chủ',
  provider_failed: {
    unreachable: 'Hiện không thể kết nối tới nhà cung cấp',
    said: ({ error }) => error,
    address_unreachable: ({ error }) => `Không thể kết nối tới địa chỉ: ${error}`,
    refill_unclear:
      'Nhà cung cấp trả lời không rõ ràng. Có thể việc bảo hành đang diễn ra; chúng tôi sẽ kiểm tra.',
  },
  gateway_failed: 'Hiện không thể kết nối tới cổng thanh toán. Vui lòng thử lại.',
  maintenance: ({ message }) => message ?? 'Trang web đang được bảo trì. Vui lòng thử lại sau.',
  unavailable: 'Một phần dịch vụ hiện không dùng được. Vui lòng thử lại.',
}
