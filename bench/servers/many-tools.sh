# A server of 50 tools that costs next to nothing to start, so that 200 of them measure the gateway and not themselves.
read -r tools < "$1"
while read -r line; do
  id=${line##*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"notifications/'*) ;;
    *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"many","version":"1"}}}\n' "$id" ;;
    *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":%s}}\n' "$id" "$tools" ;;
    *) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\n' "$id" ;;
  esac
done
