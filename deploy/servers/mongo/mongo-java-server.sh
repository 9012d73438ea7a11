#!/bin/sh
# mongo-java-server PORT [H2FILE]: the MongoDB wire protocol on loopback.
home=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx768m -XX:+UseSerialGC -cp "$home/classes:$home/lib/*" MongoJavaServer "$@"
